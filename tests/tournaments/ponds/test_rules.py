"""Run around the pond, by BrainKing's rules (https://brainking.com/en/OldFAQ?ht=21)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.clubs.errors import UnknownEntry
from tournaments.ponds.errors import InvalidBid
from tournaments.ponds.rules import PondRules, swim_rounds

A, B, C, D = FOUR = (11, 12, 13, 14)
POND = PondRules()
RAIN = PondRules(rain=True)


def bids(*amounts):
    return {entry: bid for entry, bid in zip(FOUR, amounts, strict=False) if bid is not None}


@pytest.mark.parametrize(
    ("pond", "given", "fallen", "bonus", "points"),
    [
        (POND, bids(100, 300, 200, 400), {A}, D, {B: 19_700, C: 19_800, D: 20_100}),
        (POND, bids(100, 300, 100, 400), {A, C}, D, {B: 19_700, D: 20_100}),
        (POND, bids(100, 300, 200, 300), {A}, None, {B: 19_700, C: 19_800, D: 19_700}),
        (POND, bids(100, 300, 200, None), {A, D}, B, {B: 20_200, C: 19_800}),
        (POND, bids(0, 0, 0, 0), {A, B, C, D}, None, {}),
        (POND, bids(None, None, None, None), {A, B, C, D}, None, {}),
        (POND, bids(5, 5, 5, None), {A, B, C, D}, None, {}),
        (RAIN, bids(100, 300, 200, 400), {A, D}, B, {B: 20_200, C: 19_800}),
        (RAIN, bids(100, 300, 300, 400), {A, D}, None, {B: 19_700, C: 19_700}),
        (RAIN, bids(100, 400, 300, 400), {A, B, D}, C, {C: 20_200}),
        (RAIN, bids(100, 400, 100, 400), {A, B, C, D}, None, {}),
        (RAIN, bids(400, 100, 400, 400), {A, B, C, D}, None, {}),
    ],
)
def test_a_first_round(pond, given, fallen, bonus, points):
    (round,) = swim_rounds(pond, FOUR, [given]).rounds
    assert (round.fallen, round.bonus, round.points) == (fallen, bonus, points)


def test_who_makes_no_bid_repeats_the_last_one():
    state = swim_rounds(POND, FOUR, [bids(100, 300, 200, 400), {B: 250, D: 50}])
    assert state.rounds[1].bids == {B: 250, C: 200, D: 50}
    assert state.points == {B: 19_700 - 250 + 500, C: 19_600}


def test_a_repeated_bid_is_at_most_what_is_left():
    pond = PondRules(start=500, bonus=0)
    state = swim_rounds(pond, FOUR, [bids(0, 300, 300, 300), {C: 150, D: 100}])
    assert state.rounds[1].bids == {B: 200, C: 150, D: 100}
    assert state.points == {B: 0, C: 50}


def test_without_points_the_bid_is_nought():
    pond = PondRules(start=500, bonus=0)
    state = swim_rounds(pond, FOUR, [bids(0, 500, 100, 100)])
    assert state.points[B] == 0
    with pytest.raises(InvalidBid, match="Entry 12 has 0 points and cannot bid 1"):
        swim_rounds(pond, FOUR, [bids(0, 500, 100, 100), {B: 1}])
    assert swim_rounds(pond, FOUR, [bids(0, 500, 100, 100), {C: 50}]).rounds[1].fallen == {B}


def test_the_last_one_in_has_won_and_who_fell_later_is_better():
    state = swim_rounds(POND, FOUR, [bids(100, 300, 100, 400), {B: 1, D: 2}])
    assert state.is_over
    assert state.winner == D
    assert state.places == {D: (1, 1), B: (2, 2), A: (3, 4), C: (3, 4)}


def test_if_all_fall_in_nobody_has_won():
    state = swim_rounds(POND, FOUR, [bids(100, 300, 100, 400), {B: 7, D: 7}])
    assert state.is_over
    assert state.winner is None
    assert state.places == {B: (1, 2), D: (1, 2), A: (3, 4), C: (3, 4)}


@pytest.mark.parametrize(
    ("given", "refusal", "says"),
    [
        ([bids(-1)], InvalidBid, "cannot bid -1"),
        ([bids(20_001)], InvalidBid, "has 20000 points and cannot bid 20001"),
        ([{99: 1}], UnknownEntry, "99 is not in the pond"),
        ([bids(1, 2, 3, 4), {A: 5}], UnknownEntry, "11 is not in the pond"),
        ([bids(0, 0, 0, 1), {D: 5}], InvalidBid, "over before round 2"),
    ],
)
def test_bids_that_cannot_be_are_refused(given, refusal, says):
    with pytest.raises(refusal, match=says):
        swim_rounds(POND, FOUR, given)


@settings(deadline=None)
@given(data=st.data(), size=st.integers(2, 9), rain=st.booleans())
def test_a_pond_empties_and_everybody_has_a_place(data, size, rain):
    entries, made = tuple(range(size)), []
    pond = PondRules(start=1000, bonus=50, rain=rain)
    while not (state := swim_rounds(pond, entries, made)).is_over:
        assert set(state.points) | set(state.places) == set(entries)
        assert all(points >= 0 for points in state.points.values())
        made.append({entry: data.draw(st.integers(0, most)) for entry, most in state.points.items()})
    assert sorted(state.places) == list(entries)
    for number, (first, last) in enumerate(sorted(state.places.values()), 1):
        assert first <= number <= last
    assert len(made) < size
