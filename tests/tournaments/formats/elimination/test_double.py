"""Double elimination: small fields by hand, the final between the brackets, byes, and who leaves."""

from random import Random

import pytest

from tests.each import each
from tests.effort import every
from tests.tournaments.formats.contract import play_out, results
from tournaments.formats import DoubleElimination, Empty, History
from tournaments.formats.elimination.double import Final

FOUR = (1, 2, 3, 4)
every_final = pytest.mark.parametrize("final", Final)

# Of four: 1 beats 4, 2 beats 3, 1 beats 2; in the losers' bracket 3 beats 4 and then 2.
TO_THE_FINAL = results(
    WB_R1_M1=(1, 4, 1), WB_R1_M2=(3, 2, 2), WB_R2_M1=(1, 2, 1), LB_R1_M1=(4, 3, 3), LB_R2_M1=(3, 2, 3)
)


def due(format, history):
    return [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)]


def places(format, history):
    return [(place.entry, place.first, place.last) for place in format.standings(history)]


def shown(format, history):
    return [slot.key for part in format.draw_parts(history) for round in part.rounds for slot in round]


def play(format, entries, *moves):
    """Play (key, winner) in order, each of which must be due; returns the history."""
    history = History(entries)
    for key, winner in moves:
        pairing = {pairing.key: pairing for pairing in format.due_pairings(history)}[key]
        decided = results(**{key: (pairing.one, pairing.two, winner)})
        history = History(entries, {**history.results, **decided})
    return history


# -- By hand


def test_eight_by_hand():
    """The better seed always wins; losers of the second round meet survivors from the other half."""
    format = DoubleElimination()
    eight = (1, 2, 3, 4, 5, 6, 7, 8)
    assert due(format, History(eight)) == [
        ("WB-R1-M1", 1, 8),
        ("WB-R1-M2", 5, 4),
        ("WB-R1-M3", 3, 6),
        ("WB-R1-M4", 7, 2),
    ]
    history = play(format, eight, ("WB-R1-M1", 1), ("WB-R1-M2", 4), ("WB-R1-M3", 3), ("WB-R1-M4", 2))
    assert due(format, history) == [
        ("WB-R2-M1", 1, 4),
        ("WB-R2-M2", 3, 2),
        ("LB-R1-M1", 8, 5),
        ("LB-R1-M2", 6, 7),
    ]
    moves = [(key, winner) for (key, _), winner in zip(history.results, (1, 4, 3, 2), strict=True)]
    moves += [("WB-R2-M1", 1), ("WB-R2-M2", 2), ("LB-R1-M1", 5), ("LB-R1-M2", 6)]
    history = play(format, eight, *moves)
    assert due(format, history) == [("WB-R3-M1", 1, 2), ("LB-R2-M1", 5, 3), ("LB-R2-M2", 6, 4)]
    moves += [("WB-R3-M1", 1), ("LB-R2-M1", 3), ("LB-R2-M2", 4)]
    assert due(format, play(format, eight, *moves)) == [("LB-R3-M1", 3, 4)]
    moves += [("LB-R3-M1", 3)]
    assert due(format, play(format, eight, *moves)) == [("LB-R4-M1", 3, 2)]
    moves += [("LB-R4-M1", 2)]
    assert due(format, play(format, eight, *moves)) == [("GF-R1-M1", 1, 2)]
    history = play(format, eight, *moves, ("GF-R1-M1", 1))
    assert format.is_over(history)
    assert places(format, history) == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
        (4, 4, 4),
        (5, 5, 6),
        (6, 5, 6),
        (7, 7, 8),
        (8, 7, 8),
    ]


def test_five_by_hand():
    """1, 2 and 3 have byes; who loses the one match of the first round meets a loser of the other half."""
    format = DoubleElimination()
    five = (1, 2, 3, 4, 5)
    assert due(format, History(five)) == [("WB-R1-M2", 5, 4), ("WB-R2-M2", 3, 2)]
    moves = [("WB-R1-M2", 5), ("WB-R2-M2", 2)]
    assert due(format, play(format, five, *moves)) == [("WB-R2-M1", 1, 5), ("LB-R1-M1", 4, 3)]
    moves += [("WB-R2-M1", 1), ("LB-R1-M1", 4)]
    assert due(format, play(format, five, *moves)) == [("WB-R3-M1", 1, 2), ("LB-R2-M1", 4, 5)]
    moves += [("LB-R2-M1", 4), ("WB-R3-M1", 2)]
    assert due(format, play(format, five, *moves)) == [("LB-R3-M1", 4, 1)]
    moves += [("LB-R3-M1", 4)]
    assert due(format, play(format, five, *moves)) == [("GF-R1-M1", 2, 4)]
    history = play(format, five, *moves, ("GF-R1-M1", 4), ("GF-R2-M1", 2))
    assert places(format, history) == [(2, 1, 1), (4, 2, 2), (1, 3, 3), (5, 4, 4), (3, 5, 5)]


def test_two_meet_until_one_has_lost_twice():
    format = DoubleElimination()
    history = play(format, (1, 2), ("WB-R1-M1", 1))
    assert due(format, history) == [("GF-R1-M1", 1, 2)]
    history = play(format, (1, 2), ("WB-R1-M1", 1), ("GF-R1-M1", 2))
    assert due(format, history) == [("GF-R2-M1", 2, 1)]


def test_while_play_goes_on_places_say_what_is_still_possible():
    """Of four the winners' bracket has its winner: 1 cannot end below the second place, 4 is out."""
    format = DoubleElimination()
    history = play(format, FOUR, ("WB-R1-M1", 1), ("WB-R1-M2", 2), ("WB-R2-M1", 1), ("LB-R1-M1", 3))
    assert places(format, history) == [(1, 1, 2), (2, 1, 3), (3, 1, 3), (4, 4, 4)]


def test_each_bracket_has_its_own_places():
    """1 has won the winners' bracket, 3 that of the losers, the final is to come."""
    parts = {part.code: part for part in DoubleElimination().draw_parts(History(FOUR, TO_THE_FINAL))}
    ranks = {
        code: [(place.entry, place.first, place.last, place.clinched) for place in part.places]
        for code, part in parts.items()
    }
    assert ranks == {
        "winners": [(1, 1, 1, True), (2, 2, 2, True), (3, 3, 4, True), (4, 3, 4, True)],
        "losers": [(3, 1, 1, True), (2, 2, 2, True), (4, 3, 3, True)],
        "final": [(1, 1, 2, False), (3, 1, 2, False)],
    }


# -- The final between the brackets


def test_a_second_final_is_not_shown_before_it_is_needed():
    format = DoubleElimination()
    history = History(FOUR, TO_THE_FINAL)
    assert due(format, history) == [("GF-R1-M1", 1, 3)]
    assert "GF-R2-M1" not in shown(format, history)
    assert format.slot_feeds("GF-R1-M1", 4) is None


def test_no_second_final_if_the_unbeaten_one_wins_the_first():
    format = DoubleElimination()
    history = History(FOUR, {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 1))})
    assert format.is_over(history)
    assert format.due_pairings(history) == ()
    assert "GF-R2-M1" not in shown(format, history)
    assert places(format, history) == [(1, 1, 1), (3, 2, 2), (2, 3, 3), (4, 4, 4)]


@pytest.mark.parametrize(("winner", "second"), [(1, 3), (3, 1)])
def test_the_second_final_decides_where_both_have_lost_once(winner, second):
    format = DoubleElimination()
    history = History(FOUR, {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 3))})
    assert due(format, history) == [("GF-R2-M1", 3, 1)]
    assert "GF-R2-M1" in shown(format, history)
    assert not format.is_over(history)
    assert places(format, history)[:2] == [(1, 1, 2), (3, 1, 2)]
    history = History(FOUR, {**history.results, **results(GF_R2_M1=(3, 1, winner))})
    assert format.is_over(history)
    assert places(format, history)[:2] == [(winner, 1, 1), (second, 2, 2)]


def test_a_second_final_that_a_correction_makes_needless_counts_for_nothing():
    """3 won both finals; the first is corrected, and 1 has won. Undone, the second counts again."""
    format = DoubleElimination()
    played = {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 3), GF_R2_M1=(3, 1, 3))}
    before = places(format, History(FOUR, played))
    assert before[0] == (3, 1, 1)
    corrected = History(FOUR, {**played, **results(GF_R1_M1=(1, 3, 1))})
    assert format.is_over(corrected)
    assert places(format, corrected)[0] == (1, 1, 1)
    assert "GF-R2-M1" not in {pairing.key for pairing in format.pairings(corrected)}
    assert places(format, History(FOUR, {**corrected.results, **results(GF_R1_M1=(1, 3, 3))})) == before


def test_a_single_final_decides_though_it_is_the_first_loss():
    format = DoubleElimination(Final.SINGLE)
    history = History(FOUR, {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 3))})
    assert format.is_over(history)
    assert places(format, history)[:2] == [(3, 1, 1), (1, 2, 2)]
    assert format.slot_feeds("GF-R1-M1", 4) == ()


def test_without_a_final_the_unbeaten_one_has_won():
    format = DoubleElimination(Final.NONE)
    history = History(FOUR, TO_THE_FINAL)
    assert format.is_over(history)
    assert places(format, history) == [(1, 1, 1), (3, 2, 2), (2, 3, 3), (4, 4, 4)]
    assert {part.code for part in format.draw_parts(history)} == {"winners", "losers"}


@every_final
@each("size", range(2, 71)[:: every(3)])
def test_everybody_but_the_winner_loses_twice_or_to_the_end(final, size):
    format = DoubleElimination(final)
    *_, last = play_out(format, size, Random(size), at_once=size)
    lost = dict.fromkeys(last.entries, 0)
    for decided in last.results.values():
        lost[decided.loser] += 1
    first, *others = (place.entry for place in format.standings(last))
    if final is Final.SINGLE:
        assert lost[first] <= 1
    else:
        assert lost[first] == 0 or (final is Final.CONDITIONAL and lost[first] == 1)
    assert [lost[entry] for entry in others].count(2) >= size - 2
    assert max(lost.values()) <= 2
    finals = sum(key.startswith("GF") for key, _ in last.results)
    assert finals <= (0, 1, 2)[[*Final].index(final)]
    assert len(last.results) == 2 * size - 3 + finals


# -- Byes


@each("size", range(3, 300))
def test_there_are_byes_only_in_the_first_round_of_the_losers_bracket(size):
    """From its second round on every place is taken, so nobody has two byes."""
    plan = DoubleElimination().bracket_plan(size)
    rounds = {}
    for node in plan.nodes:
        if node.part == "losers":
            rounds.setdefault(node.round, []).append(node)
    assert [*rounds] == [*range(1, len(rounds) + 1)], "no round is empty"
    for number, nodes in rounds.items():
        full = max(nodes, key=lambda node: node.number).number
        assert number == 1 or len(nodes) == full
    lengths = [len(nodes) for number, nodes in rounds.items() if number > 1]
    assert lengths == sorted(lengths, reverse=True)


@each("size", range(3, 130))
def test_whoever_has_a_bye_meets_somebody_who_has_played_where_that_can_be(size):
    """Of the second-round pairs only so many have two byes as there are more byes than pairs."""
    slots = DoubleElimination().draw_parts(History(tuple(range(size))))[0].rounds[0]
    byes = [Empty.BYE in (slot.one, slot.two) for slot in slots]
    pairs = list(zip(byes[::2], byes[1::2], strict=True))
    assert pairs.count((True, True)) == max(0, sum(byes) - len(pairs))


# -- Who leaves


def test_whoever_withdraws_drops_and_is_passed_over():
    """4 leaves before the start: 1 goes on, and the loser of the other match has nobody to play."""
    format = DoubleElimination()
    history = History(FOUR, withdrawn=frozenset({4}), left=(4,))
    assert due(format, history) == [("WB-R1-M2", 3, 2)]
    history = History(FOUR, results(WB_R1_M2=(3, 2, 2)), frozenset({4}), left=(4,))
    assert due(format, history) == [("WB-R2-M1", 1, 2)]
    history = History(FOUR, {**history.results, **results(WB_R2_M1=(1, 2, 2))}, frozenset({4}), left=(4,))
    assert due(format, history) == [("LB-R2-M1", 3, 1)]


def test_a_match_without_a_winner_puts_both_out_of_both_brackets():
    format = DoubleElimination()
    history = History(FOUR, results(WB_R1_M1=(1, 4, None), WB_R1_M2=(3, 2, 2)))
    assert due(format, history) == [("GF-R1-M1", 2, 3)]
    assert [place.entry for place in format.standings(history)] == [2, 3, 1, 4]
    assert places(format, history)[2:] == [(1, 3, 4), (4, 3, 4)]


def test_a_seat_that_stays_empty_leaves_no_loser_before_the_other_is_taken():
    """1 and 4 are both out; whoever loses 3 against 2 will be through the losers' first round."""
    history = History(FOUR, results(WB_R1_M1=(1, 4, None)))
    slot = DoubleElimination().draw_parts(history)[1].rounds[0][0]
    assert (slot.one, slot.two) == (Empty.BYE, Empty.PENDING)
    assert (slot.winner, slot.loser) == (Empty.PENDING, Empty.BYE)


@pytest.mark.parametrize(("gone", "first", "second"), [(1, 3, 1), (3, 1, 3)])
def test_a_finalist_who_leaves_is_second(gone, first, second):
    """Nothing is left to play, and no second final is shown."""
    format = DoubleElimination()
    history = History(FOUR, TO_THE_FINAL, frozenset({gone}), left=(gone,))
    assert format.is_over(history)
    assert format.due_pairings(history) == ()
    assert "GF-R2-M1" not in shown(format, history)
    assert places(format, history)[:2] == [(first, 1, 1), (second, 2, 2)]


def test_a_finalist_who_leaves_before_the_second_final_loses_it():
    format = DoubleElimination()
    played = {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 3))}
    history = History(FOUR, played, frozenset({3}), left=(3,))
    assert format.is_over(history)
    assert places(format, history)[:2] == [(1, 1, 1), (3, 2, 2)]


def test_both_who_have_left_are_passed_over():
    """1 and 3 leave before the final: who left later is first; nobody has gone on if nobody can tell."""
    format = DoubleElimination()
    history = History(FOUR, TO_THE_FINAL, frozenset({1, 3}), left=(1, 3))
    assert places(format, history)[:2] == [(3, 1, 1), (1, 2, 2)]
    unknown = History(FOUR, TO_THE_FINAL, frozenset({1, 3}))
    assert format.is_over(unknown)
    assert places(format, unknown)[:2] == [(1, 1, 2), (3, 1, 2)]


# -- Corrections


def test_an_early_result_corrected_after_the_end_moves_both_and_is_undone_exactly():
    """1 beat 4 and has won everything; in truth 4 beat 1. Whoever met somebody else now plays anew."""
    format = DoubleElimination()
    played = {**TO_THE_FINAL, **results(GF_R1_M1=(1, 3, 1))}
    before = places(format, History(FOUR, played))
    corrected = History(FOUR, {**played, **results(WB_R1_M1=(1, 4, 4))})
    assert due(format, corrected) == [("WB-R2-M1", 4, 2), ("LB-R1-M1", 1, 3)]
    assert {pairing.key for pairing in format.pairings(corrected)} == {
        "WB-R1-M1",
        "WB-R1-M2",
        "WB-R2-M1",
        "LB-R1-M1",
    }
    assert not format.is_over(corrected)
    again = {
        **corrected.results,
        **results(WB_R2_M1=(4, 2, 4), LB_R1_M1=(1, 3, 3)),
    }
    # 3 has beaten 2 in this slot already: that match is theirs, and counts.
    assert due(format, History(FOUR, again)) == [("GF-R1-M1", 4, 3)]
    undone = History(FOUR, {**again, **results(WB_R1_M1=(1, 4, 1))})
    assert format.is_over(undone)
    assert places(format, undone) == before
