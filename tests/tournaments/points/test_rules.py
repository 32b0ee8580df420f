"""Master points as the USBGF published them, and what holds of any event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.points.rules import (
    LEVELS,
    DivisionLevel,
    Weights,
    Win,
    master_points_by_match,
    master_points_by_place,
    master_points_earned,
    master_points_rank_factor,
)
from tournaments.tiebreaks.results import Place

MAIN_EVENT = Weights(1.0, DivisionLevel.OPEN)


@pytest.mark.parametrize(
    ("length", "weights", "points"),
    [
        (7, MAIN_EVENT, 0.881917),
        (1, MAIN_EVENT, 1 / 3),
        (9, MAIN_EVENT, 1.0),
        (25, MAIN_EVENT, 5 / 3),
        (9, Weights(1.0, DivisionLevel.INTERMEDIATE), 0.7),
        (9, Weights(1.0, DivisionLevel.NOVICE), 0.5),
        (9, Weights(0.5, DivisionLevel.OPEN), 0.5),
        (9, Weights(2.0, DivisionLevel.NOVICE), 1.0),
    ],
)
def test_a_match_won(length, weights, points):
    assert master_points_by_match(length, weights) == pytest.approx(points, abs=5e-7)


@pytest.mark.parametrize(
    ("rank", "factor"), [(1, 1.0), (2, 0.7), (3, 0.5), (4, 0.333), (5, 0.25), (6, 0.2), (11, 0.1)]
)
def test_rank_factors(rank, factor):
    assert master_points_rank_factor(rank) == pytest.approx(factor, abs=5e-4)


@pytest.mark.parametrize(
    ("first", "last", "players", "points"),
    [
        (1, 1, 64, 3.6),
        (2, 2, 64, 2.52),
        (3, 3, 64, 1.8),
        (1, 1, 2, 0.6),
        (1, 1, 1, 0.0),
        # Two share the points of the third and the fourth: (1.8 + 1.2) / 2.
        (3, 4, 64, 1.5),
        # Four share those of the fifth to the eighth: 3.6 x (1/4 + 1/5 + 1/6 + 1/7) / 4.
        (5, 8, 64, 3.6 * (1 / 4 + 1 / 5 + 1 / 6 + 1 / 7) / 4),
    ],
)
def test_a_place(first, last, players, points):
    assert master_points_by_place(first, last, players, MAIN_EVENT).points == pytest.approx(points)


def test_what_an_entry_earned_stands_with_what_for():
    rows = master_points_earned(
        [Win(30, 1, 2, 9), Win(10, 1, 3, 1), Win(20, 2, 4, 9)],
        [Place(1, 1, 1, True), Place(2, 2, 2, True), Place(3, 3, 4, True), Place(4, 3, 4, True)],
        MAIN_EVENT,
    )
    assert [row.entry for row in rows] == [1, 2, 3, 4]
    first = rows[0]
    assert [(each.win.match, each.points) for each in first.matches] == [(10, 1 / 3), (30, 1.0)]
    assert first.place is not None
    assert (first.by_matches, first.by_place) == (pytest.approx(4 / 3), pytest.approx(1.2))
    assert first.points == pytest.approx(4 / 3 + 1.2)
    assert rows[2].points == rows[3].points == pytest.approx(1.2 * (1 / 2 + 1 / 3) / 2)


def test_a_place_that_is_not_clinched_earns_nothing():
    assert master_points_earned([], [Place(1, 1, 2, False), Place(2, 1, 2, False)], MAIN_EVENT) == ()


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=8), st.floats(0.1, 10), st.sampled_from(DivisionLevel)
)
def test_sharing_a_place_neither_adds_nor_takes(sizes, event, level):
    """However many share, together they have what the places would earn one by one."""
    weights, players = Weights(event, level), sum(sizes)
    places, place = [], 1
    for size in sizes:
        places += [Place(number, place, place + size - 1, True) for number in range(place, place + size)]
        place += size
    rows = master_points_earned([], places, weights)
    alone = sum(master_points_by_place(rank, rank, players, weights).points for rank in range(1, players + 1))
    assert sum(row.points for row in rows) == pytest.approx(alone)
    best_first = sorted(rows, key=lambda row: row.place.first)
    assert [row.points for row in best_first] == sorted((row.points for row in rows), reverse=True)


@given(st.floats(0.1, 10), st.sampled_from(DivisionLevel), st.integers(1, 50))
def test_weights_only_multiply(event, level, length):
    weights = Weights(event, level)
    assert master_points_by_match(length, weights) == pytest.approx(
        event * LEVELS[level] * master_points_by_match(length, MAIN_EVENT)
    )
    assert master_points_by_place(1, 1, length, weights).points == pytest.approx(
        event * LEVELS[level] * master_points_by_place(1, 1, length, MAIN_EVENT).points
    )
