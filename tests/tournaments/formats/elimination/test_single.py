"""Single elimination: seeds, byes, places, and the match for the third place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from tests.tournaments.formats.contract import play_out, results
from tournaments.formats import Empty, History, SingleElimination
from tournaments.formats.elimination import bracket_layout


def test_seeds_are_laid_out_so_that_the_best_meet_last():
    assert bracket_layout(2) == [1, 2]
    assert bracket_layout(4) == [1, 4, 3, 2]
    assert bracket_layout(8) == [1, 8, 5, 4, 3, 6, 7, 2]
    for size in (2, 4, 8, 16, 32, 64, 128):
        seats = bracket_layout(size)
        assert sorted(seats) == list(range(1, size + 1))
        while len(seats) > 1:
            pairs = list(zip(seats[::2], seats[1::2], strict=True))
            assert {one + two for one, two in pairs} == {len(seats) + 1}
            seats = [min(pair) for pair in pairs]


@each("size", range(2, 70))
def test_byes_go_to_the_best_seeds_and_never_meet(size):
    history = History(tuple(range(1, size + 1)))
    pairs = [(slot.one, slot.two) for slot in SingleElimination().draw_parts(history)[0].rounds[0]]
    assert (Empty.BYE, Empty.BYE) not in pairs
    with_bye = [seat for pair in pairs if Empty.BYE in pair for seat in pair if seat is not Empty.BYE]
    assert sorted(with_bye) == list(range(1, 2 * len(pairs) - size + 1))


def test_a_knockout_of_five_by_hand():
    """Seeds a to e: 1 to 3 have byes, d meets e; the winner meets a."""
    a, b, c, d, e = entries = (11, 12, 13, 14, 15)
    format = SingleElimination()
    history = History(entries)
    assert [(p.key, p.round, p.one, p.two) for p in format.due_pairings(history)] == [
        ("R1-M2", 1, e, d),
        ("R2-M2", 2, c, b),
    ]
    history = History(entries, results(R1_M2=(e, d, e), R2_M2=(c, b, c)))
    assert [(p.key, p.one, p.two) for p in format.due_pairings(history)] == [("R2-M1", a, e)]
    history = History(entries, {**history.results, **results(R2_M1=(a, e, e))})
    assert [(p.key, p.round, p.one, p.two) for p in format.due_pairings(history)] == [("R3-M1", 3, e, c)]
    history = History(entries, {**history.results, **results(R3_M1=(e, c, c))})
    places = [(place.entry, place.first, place.last) for place in format.standings(history)]
    assert places == [(c, 1, 1), (e, 2, 2), (a, 3, 4), (b, 3, 4), (d, 5, 5)]
    assert format.is_over(history)


def test_while_play_goes_on_places_say_what_is_still_possible():
    """4 has beaten 1 and is in the final; 2 and 3 have yet to meet."""
    format = SingleElimination()
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, 4)))
    places = [(p.entry, p.first, p.last, p.clinched) for p in format.standings(history)]
    assert places == [(4, 1, 2, False), (2, 1, 4, False), (3, 1, 4, False), (1, 3, 4, True)]


def test_byes_are_nobody_s_defeat():
    """Of five, only the loser of the one match of round 1 is fifth, whatever is played later."""
    history = History((1, 2, 3, 4, 5), results(R1_M2=(5, 4, 4)))
    last = SingleElimination().standings(history)[-1]
    assert (last.entry, last.first, last.last, last.clinched) == (5, 5, 5, True)


def test_whoever_would_meet_a_withdrawn_entry_goes_on():
    format = SingleElimination()
    # 1 beat 4 and withdrew; 2 has yet to meet 3, whoever wins that has won the cup.
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, 1)), frozenset({1}))
    assert [p.key for p in format.due_pairings(history)] == ["R1-M2"]
    history = History((1, 2, 3, 4), {**history.results, **results(R1_M2=(3, 2, 3))}, frozenset({1}))
    assert format.due_pairings(history) == ()
    assert [(p.entry, p.first) for p in format.standings(history)] == [(3, 1), (1, 2), (2, 3), (4, 3)]


def test_nobody_passes_a_match_that_is_pending():
    """4 has left, and whether she beat 1 is in dispute."""
    format = SingleElimination()
    pending = frozenset({("R1-M1", frozenset({1, 4}))})
    history = History((1, 2, 3, 4), results(R1_M2=(3, 2, 2)), frozenset({4}), pending)
    assert [p.key for p in format.due_pairings(history)] == ["R1-M1"]
    assert format.draw_parts(history)[0].rounds[0][0].winner is Empty.PENDING
    clinched = History(history.entries, {**history.results, **results(R1_M1=(1, 4, 4))}, frozenset({4}))
    assert format.is_over(clinched)
    assert format.standings(clinched)[0].entry == 2


def test_when_both_withdraw_the_next_opponent_has_a_bye():
    format = SingleElimination()
    history = History((1, 2, 3, 4), {}, frozenset({1, 4}))
    history = History((1, 2, 3, 4), results(R1_M2=(3, 2, 2)), history.withdrawn)
    assert format.is_over(history)
    assert format.standings(history)[0].entry == 2
    assert format.draw_parts(history)[0].rounds[0][0].winner is Empty.BYE


def test_a_result_stands_though_its_winner_withdrew_later():
    history = History((1, 2), results(R1_M1=(1, 2, 2)), frozenset({2}))
    assert [(p.entry, p.first) for p in SingleElimination().standings(history)] == [(2, 1), (1, 2)]


@given(size=st.integers(2, 40), seed=st.integers(0, 10**6))
def test_a_knockout_takes_one_match_less_than_it_has_entries(size, seed):
    *_, last = play_out(SingleElimination(), size, Random(seed))
    assert len(last.results) == size - 1
    champion = SingleElimination().standings(last)[0].entry
    for decided in last.results.values():
        assert champion not in (decided.one, decided.two) or decided.winner == champion


def test_of_two_who_met_in_a_slot_those_count_who_sit_there_now():
    """The final was 1 against 2 and is 4 against 2 since the semi-final was corrected; then it is undone."""
    format = SingleElimination()
    played = results(R1_M1=(1, 4, 1), R1_M2=(3, 2, 2), R2_M1=(1, 2, 1))
    assert format.standings(History((1, 2, 3, 4), played))[0].entry == 1
    corrected = History((1, 2, 3, 4), {**played, **results(R1_M1=(1, 4, 4))})
    assert [(p.key, p.one, p.two) for p in format.due_pairings(corrected)] == [("R2-M1", 4, 2)]
    assert not format.is_over(corrected)
    again = History((1, 2, 3, 4), {**corrected.results, **results(R2_M1=(4, 2, 2))})
    assert format.standings(again)[0].entry == 2
    undone = History((1, 2, 3, 4), {**again.results, **results(R1_M1=(1, 4, 1))})
    assert format.standings(undone)[0].entry == 1


def test_a_match_without_a_winner_lets_nobody_go_on():
    """Both of the first semi-final are out: 2 has won without a final, the others share what is left."""
    format = SingleElimination()
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, None), R1_M2=(3, 2, 2)))
    assert format.due_pairings(history) == ()
    assert format.is_over(history)
    assert [(p.entry, p.first, p.last) for p in format.standings(history)] == [
        (2, 1, 1),
        (1, 2, 4),
        (3, 2, 4),
        (4, 2, 4),
    ]


def test_a_final_without_a_winner_shares_the_first_place():
    format = SingleElimination()
    history = History((1, 2), results(R1_M1=(1, 2, None)))
    assert format.is_over(history)
    assert {(p.entry, p.first, p.last, p.clinched) for p in format.standings(history)} == {
        (1, 1, 2, True),
        (2, 1, 2, True),
    }


@each("size", range(2, 40))
def test_the_winner_of_a_slot_is_fed_to_the_seat_the_bracket_shows(size):
    """Play one result at a time and see where the winner turns up."""
    format = SingleElimination()
    for history in play_out(format, size, Random(size)):
        slots = {slot.key: slot for slots in format.draw_parts(history)[0].rounds for slot in slots}
        last = format.draw_parts(history)[0].rounds[-1][0].key
        for slot in slots.values():
            feeds = format.slot_feeds(slot.key, size)
            assert bool(feeds) == (slot.key != last)
            for feed in feeds:
                fed = slots[feed.key]
                assert (fed.one, fed.two)[feed.side] == slot.winner
                assert (fed.one, fed.two)[1 - feed.side] == slots[feed.other].winner
                assert fed.round == feed.round


# -- The match for the third place

THIRD_PLACE = SingleElimination(third_place=True)


def test_the_losers_of_the_semi_finals_play_for_the_third_place():
    """1 beats 4 and 2 beats 3: beside the final 4 meets 3, and no place is shared."""
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, 1), R1_M2=(3, 2, 2)))
    assert [(p.key, p.part, p.one, p.two) for p in THIRD_PLACE.due_pairings(history)] == [
        ("R2-M1", "main", 1, 2),
        ("TP-R1-M1", "third_place", 4, 3),
    ]
    assert [(p.entry, p.first, p.last, p.clinched) for p in THIRD_PLACE.standings(history)] == [
        (1, 1, 2, False),
        (2, 1, 2, False),
        (3, 3, 4, False),
        (4, 3, 4, False),
    ]
    played = {**history.results, **results(R2_M1=(1, 2, 2), TP_R1_M1=(4, 3, 3))}
    places = THIRD_PLACE.standings(History((1, 2, 3, 4), played))
    assert [(p.entry, p.first, p.last, p.clinched) for p in places] == [
        (2, 1, 1, True),
        (1, 2, 2, True),
        (3, 3, 3, True),
        (4, 4, 4, True),
    ]


def test_it_is_not_over_before_the_third_place_is_played():
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, 1), R1_M2=(3, 2, 2), R2_M1=(1, 2, 1)))
    assert not THIRD_PLACE.is_over(history)
    assert [p.key for p in THIRD_PLACE.due_pairings(history)] == ["TP-R1-M1"]
    assert THIRD_PLACE.slot_feeds("R2-M1", 4) is None, (
        "whether it is over cannot be seen from the final alone"
    )


@pytest.mark.parametrize("size", [2, 3, 5])
def test_there_is_a_match_for_the_third_place_where_two_lose_in_semi_finals(size):
    *_, last = play_out(THIRD_PLACE, size, Random(size))
    played = {key for key, _ in last.results}
    assert ("TP-R1-M1" in played) == (size > 3)
    assert [p.first for p in THIRD_PLACE.standings(last)][:4] == [1, 2, 3, 4][:size]


def test_of_two_semi_finalists_the_one_who_has_left_is_fourth():
    history = History((1, 2, 3, 4), results(R1_M1=(1, 4, 1), R1_M2=(3, 2, 2)), frozenset({4}))
    assert [p.key for p in THIRD_PLACE.due_pairings(history)] == ["R2-M1"]
    assert [(p.entry, p.first) for p in THIRD_PLACE.standings(history)][2:] == [(3, 3), (4, 4)]
