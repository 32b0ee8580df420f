"""N lives: DGat's rules, and what holds in all such events."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.tournaments.formats.contract import play_out, with_published, with_result
from tournaments.formats import History, PairingResult
from tournaments.formats.swiss.lives import Lives

from .test_swiss import check_corrections, check_over_again, on, play, result

ORDERS = ["lots", "record", "high_low"]
events = given(
    order=st.sampled_from(ORDERS),
    lives=st.integers(1, 4),
    size=st.integers(2, 13),
    seed=st.integers(0, 10**6),
)


def places(format, history):
    return [(place.entry, place.first, place.last) for place in format.standings(history)]


@events
@settings(max_examples=examples(20), deadline=None)
def test_out_after_n_losses_and_the_last_one_left_wins(order, lives, size, seed):
    format = Lives.from_mapping({"lives": lives, "order": order})
    *_, last = play_out(format, size, Random(seed))
    losses = Counter(decided.loser for decided in last.results.values())
    first = format.standings(last)[0]
    assert (first.first, first.last) == (1, 1)
    assert losses.pop(first.entry, 0) < lives
    assert set(losses.values()) == {lives}
    assert len(losses) == size - 1


@events
@settings(max_examples=examples(20), deadline=None)
def test_the_bye_goes_to_one_of_those_with_the_fewest(order, lives, size, seed):
    """DGat: "to a random player among those with the lowest bye count"; one where the field is odd."""
    format = Lives.from_mapping({"lives": lives, "order": order})
    *_, last = play_out(format, size, Random(seed))
    byes = Counter()
    for round_pairings in last.paired_rounds:
        here = {entry for pair in on(round_pairings) for entry in pair} | {*round_pairings.byes}
        assert len(round_pairings.byes) == len(here) % 2
        assert all(byes[entry] == min(byes[other] for other in here) for entry in round_pairings.byes)
        byes.update(round_pairings.byes)


def test_somebody_with_the_most_wins_meets_somebody_with_the_fewest():
    """DGat's order: in round 2 every winner meets a loser of round 1, in the order of their lots."""
    format = Lives.from_mapping({"order": "high_low"})
    history = with_published(format, History(tuple(range(1, 9)), seed="dgat"))
    winners = [pairing.one for pairing in history.paired_rounds[0].pairings]
    history = play(format, history, *winners)
    for one, two in on(history.paired_rounds[1]):
        assert (one in winners) != (two in winners)


def test_those_with_equally_many_lives_meet_by_record():
    format = Lives.from_mapping({"order": "record"})
    history = with_published(format, History(tuple(range(1, 9)), seed="x"))
    winners = {pairing.one for pairing in history.paired_rounds[0].pairings}
    history = play(format, history, *winners)
    assert all((one in winners) == (two in winners) for one, two in on(history.paired_rounds[1]))


def test_lots_can_be_recomputed():
    history = with_published(Lives(), History((1, 2, 3, 4, 5), seed="spring"))
    order = sorted(history.entries, key=lambda entry: sha256(f"spring:R1:{entry}".encode()).hexdigest())
    assert history.paired_rounds[0].byes == (order[4],)
    assert on(history.paired_rounds[0]) == {tuple(order[:2]), tuple(order[2:4])}


def test_two_who_are_left_play_until_one_is_out():
    format = Lives.from_mapping({"lives": 2})
    history = play(format, play(format, with_published(format, History((1, 2))), 1), 2)
    assert len(history.paired_rounds) == 3
    history = play(format, history, 2)
    assert format.is_over(history)
    assert places(format, history) == [(2, 1, 1), (1, 2, 2)]


@pytest.mark.parametrize("bye_wins", [True, False])
def test_places_by_rounds_survived_then_by_wins_and_a_bye_counts_as_one(bye_wins):
    """One life, five entries: of who goes out in round 2, one had the bye in round 1 and one a win."""
    format = Lives.from_mapping({"lives": 1, "bye_wins": bye_wins})
    history = with_published(format, History((1, 2, 3, 4, 5), seed="spring"))
    (lucky,) = history.paired_rounds[0].byes
    history = play(format, history, *(pairing.one for pairing in history.paired_rounds[0].pairings))
    (pairing,) = history.paired_rounds[1].pairings
    assert lucky in (pairing.one, pairing.two), "nobody has a second bye while somebody had none"
    other = pairing.two if lucky == pairing.one else pairing.one
    (second_bye,) = history.paired_rounds[1].byes
    history = play(format, history, other)
    history = play(format, history, second_bye)
    assert [(first, last) for _, first, last in places(format, history)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 5),
        (4, 5),
    ]
    assert [entry for entry, *_ in places(format, history)][:3] == [second_bye, other, lucky]


def test_the_wins_of_those_who_go_out_together_break_the_tie():
    """Two lives, three entries, no bye counted: after a double forfeit the wins decide the first places."""
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History((1, 2, 3, 4), seed="x"))
    one, two = history.paired_rounds[0].pairings
    history = with_result(history, PairingResult(one.one, one.two, None, played=False), one.key)
    history = with_published(
        format, with_result(history, PairingResult(two.one, two.two, None, played=False), two.key)
    )
    assert format.is_over(history)
    assert {place[1:] for place in places(format, history)} == {(1, 4)}


def test_when_all_are_out_at_once_they_share():
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History((1, 2)))
    history = with_result(history, PairingResult(1, 2, None, played=False), "R1-M1")
    assert format.is_over(history)
    assert places(format, history) == [(1, 1, 2), (2, 1, 2)]
    assert all(place.clinched for place in format.standings(history))


def test_who_withdraws_survived_the_rounds_it_played():
    """1 beats 2 and leaves; whoever goes out in the next round has played no fewer."""
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History((1, 2, 3, 4), seed="x"))
    one, two = history.paired_rounds[0].pairings
    history = play(format, history, one.one, two.one)
    history = with_published(format, replace(history, withdrawn=frozenset({one.one}), left=(one.one,)))
    assert format.is_over(history)
    assert [place[0] for place in places(format, history)][:2] == [two.one, one.one]


def test_a_late_entry_joins_with_all_its_lives():
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History((1, 2, 3, 4), seed="x"))
    history = replace(history, entries=(1, 2, 3, 4, 5))
    history = play(format, history, *(pairing.one for pairing in history.paired_rounds[0].pairings))
    assert 5 in {entry for pair in on(history.paired_rounds[1]) for entry in pair} | {
        *history.paired_rounds[1].byes
    }


def test_who_should_be_out_makes_room_and_the_undoing_brings_it_back():
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History((1, 2, 3, 4), seed="x"))
    one, two = history.paired_rounds[0].pairings
    history = play(format, history, one.one, two.one)
    (final,) = format.due_pairings(history)
    corrected = with_published(format, result(history, one.key, one.two))
    (again,) = format.due_pairings(corrected)
    assert {again.one, again.two} == {one.two, two.one}
    assert again.key not in {pairing.key for pairing in format.pairings(history)}
    assert format.due_pairings(result(corrected, one.key, one.one)) == (final,)


@events
@settings(max_examples=examples(20), deadline=None)
def test_corrections_are_survived_and_undone_exactly(order, lives, size, seed):
    check_corrections(Lives.from_mapping({"lives": lives, "order": order}), size, Random(seed))


@given(
    order=st.sampled_from(ORDERS), lives=st.integers(1, 2), size=st.integers(2, 7), seed=st.integers(0, 10**6)
)
@settings(max_examples=6, deadline=None)
def test_a_round_begun_after_the_end_falls_when_the_correction_is_undone(order, lives, size, seed):
    check_over_again(Lives.from_mapping({"lives": lives, "order": order}), size, Random(seed))


def test_who_survived_as_many_rounds_shares_a_place_however_they_went():
    """One life, twelve entries: who leaves after round 2 and who loses round 3 have both survived two."""
    format = Lives.from_mapping({"lives": 1})
    history = with_published(format, History(tuple(range(1, 13)), seed="dgat"))
    history = play(format, history, *(pairing.one for pairing in format.due_pairings(history)))
    first, *others = (pairing.one for pairing in format.due_pairings(history))
    history = play(format, history, first)
    history = replace(history, withdrawn=frozenset({first}), left=(first,))
    history = play(format, history, *others)
    (final,) = format.due_pairings(history)
    history = play(format, history, final.one)
    assert places(format, history)[:3] == [
        (final.one, 1, 1),
        *sorted([(first, 2, 3), (final.two, 2, 3)]),
    ]


def decide(history, pairing, winner):
    points = (7, 0) if winner == pairing.one else (0, 7)
    decided = PairingResult(pairing.one, pairing.two, winner, points)
    return with_published(ONE_LIFE, with_result(history, decided, pairing.key))


ONE_LIFE = Lives(lives=1)


@pytest.mark.parametrize("seed", [*map(str, range(12))])
def test_who_left_while_a_correction_stood_has_the_title_back_when_it_is_undone(seed):
    """Who had left by further round pairings says nothing of whether the round had been begun before."""
    history = with_published(ONE_LIFE, History((1, 2, 3, 4, 5), seed=seed))
    while due := ONE_LIFE.due_pairings(history):
        history = decide(history, due[0], min(due[0].one, due[0].two))
    before, champion = history, ONE_LIFE.standings(history)[0].entry
    first = next(each for each in ONE_LIFE.pairings(history) if champion in (each.one, each.two))
    history = decide(history, first, first.one + first.two - champion)
    history = with_published(ONE_LIFE, replace(history, withdrawn=frozenset({champion}), left=(champion,)))
    while due := ONE_LIFE.due_pairings(history):
        history = decide(history, due[0], max(due[0].one, due[0].two))
    history = decide(history, first, champion)
    gone = replace(before, withdrawn=history.withdrawn, left=history.left)
    assert ONE_LIFE.standings(history) == ONE_LIFE.standings(gone)
    assert ONE_LIFE.pairings(history) == ONE_LIFE.pairings(gone)
