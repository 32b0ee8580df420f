"""Draws anybody can recompute."""

import doctest
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seeding import order as draws
from tournaments.formats.seeding import pots, separation
from tournaments.formats.seeding.order import Seeding, draw_order

ENTRIES = (3, 5, 8, 13, 21)
# printf 'golden:1' | sha256sum gives 84c6..., golden:2 e4c8..., golden:3 2ece...
GOLDEN_ORDER = (3, 1, 2)


def by_lot(seed, entries):
    """The rule as it is printed beside a draw, worked out apart from the code."""
    return tuple(sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).hexdigest()))


def test_random_is_by_lot_and_recomputable():
    assert draw_order(Seeding.RANDOM, ENTRIES, "spring") == by_lot("spring", ENTRIES)
    assert draw_order(Seeding.RANDOM, ENTRIES, "spring") != draw_order(Seeding.RANDOM, ENTRIES, "autumn")
    assert draw_order(Seeding.RANDOM, (1, 2, 3), "golden") == GOLDEN_ORDER


def test_by_rating_the_highest_comes_first_and_equals_by_lot():
    ratings = {3: 1500.0, 5: 1720.5, 8: 1500.0, 13: 1499.9, 21: 1500.0}
    order = draw_order(Seeding.RATING, ENTRIES, "spring", ratings)
    assert order == (5, *by_lot("spring", (3, 8, 21)), 13)


def test_manual_seeds_stand_and_the_rest_is_drawn_behind_them():
    order = draw_order(Seeding.MANUAL, ENTRIES, "spring", seeded=(13, 3))
    assert order == (13, 3, *by_lot("spring", (5, 8, 21)))


def test_by_ranking_the_lowest_number_comes_first_and_who_has_none_last():
    order = draw_order(Seeding.RANKING, ENTRIES, "spring", ranks={8: 2, 21: 1, 3: 2, 99: 5})
    assert order == (21, *by_lot("spring", (8, 3)), *by_lot("spring", (5, 13)))


def test_protected_seeds_stand_and_the_others_are_drawn_behind_them():
    ratings = {3: 1900.0, 5: 1800.0, 8: 1700.0, 13: 1600.0, 21: 1500.0}
    for protected in range(6):
        order = draw_order(Seeding.RATING, ENTRIES, "spring", ratings, protected=protected)
        assert order == (*ENTRIES[:protected], *by_lot("spring", ENTRIES[protected:]))
    assert draw_order(Seeding.RATING, ENTRIES, "spring", ratings) == ENTRIES


@given(
    entries=st.lists(st.integers(1, 10**6), unique=True, min_size=2, max_size=40),
    seed=st.text(alphabet="abc123", max_size=8),
    shuffle=st.randoms(use_true_random=False),
)
def test_the_order_of_entering_has_no_part_in_a_draw(entries, seed, shuffle):
    again = list(entries)
    shuffle.shuffle(again)
    for seeding in Seeding:
        ratings = {entry: float(entry % 5) for entry in entries}
        ranks = {entry: entry % 3 for entry in entries if entry % 4}
        order = draw_order(seeding, entries, seed, ratings, ranks=ranks)
        assert sorted(order) == sorted(entries)
        assert order == draw_order(seeding, again, seed, ratings, ranks=ranks)


@pytest.mark.parametrize("module", [draws, pots, separation])
def test_the_worked_examples_come_out_as_they_are_printed(module):
    tried = doctest.testmod(module)
    assert (tried.attempted > 0, tried.failed) == (True, 0)
