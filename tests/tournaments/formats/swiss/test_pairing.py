"""Rounds paired as well as can be: against every pairing there is, and as a director would by hand."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.swiss import pairing
from tournaments.formats.swiss.pairing import (
    PairingField,
    adjacent_pairing,
    fold_pairing,
    pair_round,
    planned_boards,
    slide_pairing,
)


def pairings(entries):
    """Every way to pair entries; of an odd field one has None."""
    entries = list(entries)
    if not entries:
        yield []
        return
    first, *rest = entries
    for other in rest:
        yield from ([(first, other), *more] for more in pairings([each for each in rest if each != other]))


def everybody(entries):
    return list(entries) if len(entries) % 2 == 0 else [*entries, None]


def verdict(boards, field):
    """What is wrong with a round, the worst first; without the distance from its plan."""
    again = [sum(field.met[one].get(two, ())) for one, two in boards if None not in (one, two)]
    byes = [one if two is None else two for one, two in boards if None in (one, two)]
    gaps = [field.scores[one] - field.scores[two] for one, two in boards if None not in (one, two)]
    return (
        sum(field.byes[entry] for entry in byes),
        sum({one, two} in [set(pair) for pair in field.apart] for one, two in boards),
        sum(map(bool, again)),
        sum(again),
        sum(field.heights[entry] for entry in byes),
        sum(gap * gap for gap in gaps),
    )


@st.composite
def fields(draw, most=8):
    entries = range(1, draw(st.integers(2, most)) + 1)
    scores = {entry: Fraction(draw(st.integers(0, 6)), 2) for entry in entries}
    met = {entry: {} for entry in entries}
    pairs = [(one, two) for two in entries for one in range(1, two)]
    for one, two in draw(st.lists(st.sampled_from(pairs), unique=True)):
        met[one][two] = met[two][one] = draw(st.lists(st.integers(1, 5), min_size=1, max_size=2))
    apart = [frozenset(pair) for pair in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=4))]
    byes = {entry: draw(st.integers(0, 1)) for entry in entries}
    return PairingField(scores, scores, met, apart, byes)


def ordered(field):
    return sorted(field.scores, key=lambda entry: -field.scores[entry])


@given(fields(), st.sampled_from([slide_pairing, adjacent_pairing, fold_pairing]))
def test_no_round_is_better(field, plan):
    boards = pair_round(planned_boards(ordered(field), field, plan), field)
    assert sorted(each for board in boards for each in board if each) == sorted(field.scores)
    assert verdict(boards, field) == min(verdict(other, field) for other in pairings(everybody(field.scores)))


@given(fields(most=40), st.sampled_from([slide_pairing, adjacent_pairing, fold_pairing]))
def test_looking_at_neighbours_first_gives_what_looking_at_all_gives(field, plan):
    """The prices find every pair that could be better, however few are looked at to begin with."""
    boards = planned_boards(ordered(field), field, plan)
    exact = pair_round(boards, field)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "SMALL", 0)
        patch.setattr(pairing, "NEAR", 1)
        patch.setattr(pairing, "BLOCK", 2)
        near = pair_round(boards, field)
    assert weight(near, boards, field) == weight(exact, boards, field)


def weight(boards, plan, field):
    """The same as `verdict`, and how far everybody sits from where the plan has them."""
    seats = {entry: (number, side) for number, board in enumerate(plan) for side, entry in enumerate(board)}
    moved = sum(
        (seats[one][0] - seats[two][0]) ** 2 + (seats[one][1] == seats[two][1]) for one, two in boards
    )
    return (*verdict(boards, field), moved)


def met_once(*pairs):
    met = defaultdict(dict)
    for one, two in pairs:
        met[one][two] = met[two][one] = [1]
    return met


def test_equals_meet_the_top_half_against_the_bottom_half():
    field = PairingField()
    assert pair_round(planned_boards([1, 2, 3, 4, 5, 6], field, slide_pairing), field) == [
        (1, 4),
        (2, 5),
        (3, 6),
    ]
    assert pair_round(planned_boards([1, 2, 3, 4, 5, 6], field, adjacent_pairing), field) == [
        (1, 2),
        (3, 4),
        (5, 6),
    ]
    assert pair_round(planned_boards([1, 2, 3, 4, 5, 6], field, fold_pairing), field) == [
        (1, 6),
        (2, 5),
        (3, 4),
    ]


def test_the_last_of_an_odd_score_group_joins_the_next():
    """1 to 3 have two points, 4 to 7 one, 8 none: 3 comes down, and so does the last with one point."""
    scores = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 0}
    field = PairingField(scores, scores)
    assert pair_round(planned_boards([*scores], field, slide_pairing), field) == [
        (1, 2),
        (3, 5),
        (4, 6),
        (7, 8),
    ]


def test_a_rematch_is_avoided_by_the_smallest_change():
    """1 has met 4: 1 and 2 change opponents, 3 and 6 stay."""
    field = PairingField(met=met_once((1, 4)))
    boards = pair_round(planned_boards([1, 2, 3, 4, 5, 6], field, slide_pairing), field)
    assert {frozenset(board) for board in boards} == {frozenset(pair) for pair in [(1, 5), (2, 4), (3, 6)]}


def test_the_only_two_of_a_score_who_have_met_both_come_down():
    scores = {1: 2, 2: 2, 3: 1, 4: 1, 5: 0, 6: 0}
    field = PairingField(scores, scores, met_once((1, 2)))
    boards = pair_round(planned_boards([*scores], field, slide_pairing), field)
    assert {frozenset(board) for board in boards} == {frozenset(pair) for pair in [(1, 4), (2, 3), (5, 6)]}


def test_the_bye_goes_to_the_lowest_without_one():
    scores = {1: 2, 2: 1, 3: 1, 4: 0, 5: 0}
    field = PairingField(scores, scores, byes={4: 1, 5: 1})
    assert (3, None) in pair_round(planned_boards([*scores], field, slide_pairing), field)
    field = PairingField(scores, scores, byes={5: 1})
    assert (4, None) in pair_round(planned_boards([*scores], field, slide_pairing), field)


def test_somebody_else_of_the_lowest_has_the_bye_where_that_avoids_a_rematch():
    """5 would have it; but 4 has met everybody else."""
    scores = dict.fromkeys(range(1, 6), 0)
    field = PairingField(scores, scores, met_once((4, 1), (4, 2), (4, 3)))
    assert (5, None) in planned_boards([*scores], field, slide_pairing)
    assert pair_round(planned_boards([*scores], field, slide_pairing), field) == [(1, 3), (4, 5), (2, None)]


def test_a_rematch_is_better_than_a_pair_that_must_not_meet():
    field = PairingField(met=met_once((1, 2), (3, 4)), apart=[frozenset((1, 3)), frozenset((1, 4))])
    assert set(pair_round(planned_boards([1, 2, 3, 4], field, slide_pairing), field)) == {(1, 2), (3, 4)}


def test_of_rematches_the_oldest_is_taken():
    met = {1: {2: [3], 3: [2], 4: [1]}, 2: {1: [3], 3: [1], 4: [2]}, 3: {1: [2], 2: [1], 4: [3]}, 4: {}}
    field = PairingField(met=met | {4: {1: [1], 2: [2], 3: [3]}})
    boards = pair_round(planned_boards([1, 2, 3, 4], field, adjacent_pairing), field)
    assert {frozenset(board) for board in boards} == {frozenset((1, 4)), frozenset((2, 3))}


def test_a_family_meets_where_there_is_nobody_else():
    assert pair_round(
        planned_boards([1, 2], PairingField(), slide_pairing), PairingField(apart=[frozenset((1, 2))])
    ) == [(1, 2)]
