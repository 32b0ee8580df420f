"""Everybody against everybody: what is on, what withdrawals do to the table, and who is where."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.contract import play_out, results, with_result
from tournaments.formats import Empty, History, PairingResult
from tournaments.formats.errors import FormatMisfit
from tournaments.formats.round_robin.format import MOST_ENTRIES, Leaving, RoundRobin, TableOrder

A, B, C, D = FOUR = (11, 12, 13, 14)
# Of four: round 1 is A-D and B-C, round 2 D-C and A-B, round 3 B-D and C-A.
AS_AVAILABLE = RoundRobin()
BY_ROUNDS = RoundRobin(order=TableOrder.BY_ROUNDS)


def due(format, history):
    return [pairing.key for pairing in format.due_pairings(history)]


def placed(format, history):
    return [(place.entry, place.first, place.last, place.points) for place in format.standings(history)]


def test_a_round_robin_of_four_by_hand():
    """A wins all; D beats C and B, C beats B."""
    history = History(FOUR, results(R1_M1=(A, D, A), R1_M2=(B, C, C)))
    assert [(p.key, p.round, p.step, p.one, p.two) for p in AS_AVAILABLE.due_pairings(history)] == [
        ("R2-M1", 2, 2, D, C),
        ("R2-M2", 2, 2, A, B),
    ]
    more = results(R2_M1=(D, C, D), R2_M2=(A, B, A), R3_M1=(B, D, D), R3_M2=(C, A, A))
    history = History(FOUR, {**history.results, **more})
    assert AS_AVAILABLE.is_over(history)
    assert placed(AS_AVAILABLE, history) == [(A, 1, 1, 3), (D, 2, 2, 2), (C, 3, 3, 1), (B, 4, 4, 0)]


def test_as_available_a_match_is_on_when_both_have_played_what_comes_before():
    history = History(FOUR, results(R1_M1=(A, D, A)))
    assert due(AS_AVAILABLE, history) == ["R1-M2"]
    history = History((*FOUR, 15, 16), results(R1_M1=(A, 16, A), R1_M2=(B, 15, B)))
    assert due(AS_AVAILABLE, history) == ["R1-M3", "R2-M3"]


def test_by_rounds_a_round_is_on_when_the_one_before_is_over():
    six = History((*FOUR, 15, 16), results(R1_M1=(A, 16, A), R1_M2=(B, 15, B)))
    assert due(BY_ROUNDS, six) == ["R1-M3"]
    six = replace(six, results={**six.results, **results(R1_M3=(C, D, C))})
    assert due(BY_ROUNDS, six) == ["R2-M1", "R2-M2", "R2-M3"]


def test_by_rounds_a_round_that_was_begun_stays_on_when_an_earlier_match_is_to_be_replayed():
    six = History((*FOUR, 15, 16), results(R1_M1=(A, 16, A), R1_M2=(B, 15, B), R2_M3=(A, B, A)))
    # C and D are to replay their match of round 1; 16 against D and 15 against C wait for it.
    assert due(BY_ROUNDS, six) == ["R1-M3"]
    six = History((*FOUR, 15, 16), results(R1_M1=(A, 16, A), R1_M3=(C, D, C), R2_M1=(16, D, D)))
    assert due(BY_ROUNDS, six) == ["R1-M2"]
    eight = (*FOUR, 15, 16, 17, 18)
    begun = results(R1_M1=(A, 18, A), R1_M2=(B, 17, B), R1_M3=(C, 16, C), R2_M4=(A, B, A))
    assert due(BY_ROUNDS, History(eight, begun)) == ["R1-M4", "R2-M3"]


@pytest.mark.parametrize("format", [AS_AVAILABLE, BY_ROUNDS, RoundRobin(meetings=2)])
@settings(deadline=None, max_examples=30)
@given(size=st.integers(2, 11), seed=st.integers(0, 10**6))
def test_what_is_on_stays_on_until_it_is_played(format, size, seed):
    before = set()
    for history in play_out(format, size, Random(seed)):
        on = {pairing.meet_key for pairing in format.due_pairings(history)}
        assert before - set(history.results) <= on
        before = on


@settings(deadline=None, max_examples=30)
@given(size=st.integers(0, 12), meetings=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_everybody_plays_everybody_as_often_as_agreed(size, meetings, seed):
    *_, last = play_out(RoundRobin(meetings=meetings), size, Random(seed))
    assert len(last.results) == meetings * size * (size - 1) // 2
    for one in last.entries:
        for two in last.entries:
            times = sum(pair == {one, two} for _, pair in last.results)
            assert times == (meetings if one != two else 0)


def test_an_odd_field_leaves_a_seat_that_a_late_entry_takes():
    """Keys mean the same before and after; the late entry makes up for the rounds behind it."""
    three = History((A, B, C), results(R1_M2=(B, C, B), R2_M2=(A, B, A)))
    assert AS_AVAILABLE.draw_parts(three)[0].rounds[0][0].two is Empty.BYE
    assert due(AS_AVAILABLE, three) == ["R3-M2"]
    four = replace(three, entries=FOUR)
    assert [(p.key, p.one, p.two) for p in AS_AVAILABLE.due_pairings(four)] == [("R1-M1", A, D)]
    assert {p.meet_key for p in AS_AVAILABLE.pairings(four)} > set(three.results)


def test_in_a_truncated_table_a_round_sat_out_is_won():
    """Otherwise who sits out has a match less than the others. It counts when it is reached."""
    format = RoundRobin(rounds=2)
    three = (A, B, C)  # round 1: B-C, A sits out; round 2: A-B, C sits out
    assert placed(format, History(three)) == [(A, 1, 1, 1), (B, 2, 3, 0), (C, 2, 3, 0)]
    over = History(three, results(R1_M2=(B, C, B), R2_M2=(A, B, B)))
    assert placed(format, over) == [(B, 1, 1, 2), (A, 2, 3, 1), (C, 2, 3, 1)]
    whole = History(three, results(R1_M2=(B, C, B), R2_M2=(A, B, B), R3_M2=(C, A, A)))
    assert [points for *_, points in placed(AS_AVAILABLE, whole)] == [2, 1, 0]
    assert [points for *_, points in placed(RoundRobin(rounds=3), whole)] == [2, 1, 0]


# -- Withdrawal. Of four A has beaten D and leaves: one of three matches is less than half.

LEFT_EARLY = History(FOUR, results(R1_M1=(A, D, A), R1_M2=(B, C, B)), frozenset({A}), left=(A,))
LEFT_LATE = replace(LEFT_EARLY, results={**LEFT_EARLY.results, **results(R2_M2=(A, B, A))})


@pytest.mark.parametrize("withdrawal", Leaving)
def test_who_has_left_plays_no_more(withdrawal):
    format = RoundRobin(withdrawal=withdrawal)
    assert due(format, LEFT_EARLY) == ["R2-M1"]
    assert ("R1-M1", frozenset({A, D})) in {p.meet_key for p in format.pairings(LEFT_EARLY)}, "played is kept"


@pytest.mark.parametrize("withdrawal", [Leaving.HALF, Leaving.VOID])
def test_of_less_than_half_nothing_counts(withdrawal):
    format = RoundRobin(withdrawal=withdrawal)
    assert placed(format, LEFT_EARLY) == [(B, 1, 1, 1), (C, 2, 3, 0), (D, 2, 3, 0), (A, 4, 4, 0)]
    slots = {slot.key: slot for slots in format.draw_parts(LEFT_EARLY)[0].rounds for slot in slots}
    assert slots["R1-M1"].winner == A
    assert slots["R2-M2"].winner is Empty.BYE, "nobody wins what does not count"


def test_of_half_or_more_everything_counts_and_the_rest_is_forfeit():
    format = RoundRobin(withdrawal=Leaving.HALF)
    assert placed(format, LEFT_LATE) == [(A, 1, 1, 2), (B, 2, 2, 1), (C, 3, 3, 1), (D, 4, 4, 0)]
    three = History(
        (A, B, C), results(R1_M2=(B, C, B), R2_M2=(A, B, A), R3_M2=(C, A, A)), frozenset({A}), left=(A,)
    )
    assert placed(RoundRobin(meetings=2), three)[-1] == (C, 3, 3, 1), "just half"


def test_forfeit_and_void_whatever_was_played():
    assert placed(RoundRobin(withdrawal=Leaving.FORFEIT), LEFT_EARLY) == [
        (B, 1, 1, 2),
        (C, 2, 2, 1),
        (A, 3, 3, 1),
        (D, 4, 4, 0),
    ]
    assert placed(RoundRobin(withdrawal=Leaving.VOID), LEFT_LATE)[-1] == (A, 4, 4, 0)


def test_who_leaves_after_the_last_match_keeps_everything():
    *_, last = play_out(AS_AVAILABLE, 6, Random(6))
    for withdrawal in Leaving:
        format = RoundRobin(withdrawal=withdrawal)
        gone = replace(last, withdrawn=frozenset({101}), left=(101,))
        assert format.standings(gone) == format.standings(last)


@pytest.mark.parametrize("withdrawal", Leaving)
def test_points_won_because_somebody_left_stay_when_the_winner_leaves_too(withdrawal):
    format = RoundRobin(withdrawal=withdrawal)
    played = results(R1_M2=(B, C, B), R2_M1=(D, C, C), R3_M1=(B, D, B))
    history = History(FOUR, played, frozenset({A}), left=(A,))
    assert format.is_over(history)
    later = replace(history, withdrawn=frozenset({A, B, C}), left=(A, C, B))
    assert format.standings(later) == format.standings(history)


def test_a_match_lost_by_forfeit_is_not_one_that_was_completed():
    forfeit = {**results(R1_M1=(A, D, D)), ("R2-M2", frozenset({A, B})): PairingResult(A, B, B, played=False)}
    history = History(FOUR, forfeit, frozenset({A}), left=(A,))
    assert placed(AS_AVAILABLE, history)[-1] == (A, 4, 4, 0)
    won = {**forfeit, ("R2-M2", frozenset({A, B})): PairingResult(A, B, A, played=False)}
    assert placed(AS_AVAILABLE, replace(history, results=won))[-1][0] != A, (
        "won by forfeit is as good as played"
    )


def test_when_nobody_knows_who_left_first_nobody_wins():
    history = History(FOUR, results(R1_M1=(A, D, A), R1_M2=(B, C, B)), frozenset({A, B}))
    slots = {slot.key: slot for slots in AS_AVAILABLE.draw_parts(history)[0].rounds for slot in slots}
    assert slots["R2-M2"].winner is Empty.BYE


def test_a_pending_match_is_on_and_its_players_wait_for_it():
    pending = frozenset({("R1-M1", frozenset({A, D}))})
    history = replace(LEFT_EARLY, results=results(R1_M2=(B, C, B)), pending=pending)
    assert due(AS_AVAILABLE, history) == ["R1-M1"]
    assert not AS_AVAILABLE.is_over(history)


def test_a_correction_changes_points_and_is_undone_exactly():
    *_, last = play_out(AS_AVAILABLE, 7, Random(1))
    (key, _), decided = next(iter(last.results.items()))
    assert decided.winner is not None
    other = replace(decided, winner=decided.loser, score=decided.score[::-1])
    corrected = with_result(last, other, key)
    assert AS_AVAILABLE.pairings(corrected) == AS_AVAILABLE.pairings(last)
    points = {place.entry: place.points for place in AS_AVAILABLE.standings(last)}
    moved = {place.entry: place.points - points[place.entry] for place in AS_AVAILABLE.standings(corrected)}
    assert moved == dict.fromkeys(last.entries, 0) | {decided.loser: 1, decided.winner: -1}
    assert AS_AVAILABLE.standings(with_result(corrected, decided, key)) == AS_AVAILABLE.standings(last)


def test_ties_are_broken_by_the_tie_breaks_of_the_event():
    """A beats B, B beats C, C beats A, and all beat D: only the lots tell the three apart."""
    played = results(
        R1_M1=(A, D, A), R1_M2=(B, C, B), R2_M1=(D, C, C), R2_M2=(A, B, A), R3_M1=(B, D, B), R3_M2=(C, A, C)
    )
    history = History(FOUR, played, seed="spring")
    assert [place[1:3] for place in placed(AS_AVAILABLE, history)] == [(1, 3)] * 3 + [(4, 4)]
    drawn = replace(history, tiebreaks=("lots",))
    assert [place[1:3] for place in placed(AS_AVAILABLE, drawn)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert AS_AVAILABLE.standings(history)[0].points == Fraction(2)


def test_too_many_for_one_table_are_refused():
    AS_AVAILABLE.check_field(MOST_ENTRIES)
    with pytest.raises(FormatMisfit, match="not 129: split them into groups"):
        AS_AVAILABLE.check_field(129)
