"""The tables beside those printed in FIDE Handbook C.05, Annex 1: Details of Berger Tables."""

from collections import Counter
from itertools import combinations

import pytest

from tests.each import each
from tournaments.formats.round_robin.schurig import berger_table, round_robin_schedule

PRINTED = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
}


def written(rounds):
    return [" ".join(f"{one}-{two}" for one, two in pairs) for pairs in rounds]


@pytest.mark.parametrize(("size", "printed"), PRINTED.items())
def test_the_tables_are_the_printed_ones(size, printed):
    assert written(berger_table(size)) == [line.strip() for line in printed.splitlines()]


@each("size", range(1, 30, 2))
def test_an_odd_field_plays_the_table_of_the_next_number_which_is_the_empty_seat(size):
    assert berger_table(size) == (berger_table(size + 1) if size > 1 else ())


@each("meetings", [1, 2, 3, 4])
@each("size", range(71))
def test_everybody_meets_everybody_just_so_often_and_nobody_twice_in_a_round(size, meetings):
    seats = size + size % 2
    met = Counter()
    for pairs in round_robin_schedule(size, meetings):
        assert sorted(seat for pair in pairs for seat in pair) == list(range(1, seats + 1))
        met.update(frozenset(pair) for pair in pairs)
    every = combinations(range(1, seats + 1), 2) if size > 1 else ()
    assert met == dict.fromkeys(map(frozenset, every), meetings)


@pytest.mark.parametrize("size", [2, 5, 8])
def test_two_who_meet_again_change_sides(size):
    sides = Counter(pair for pairs in round_robin_schedule(size, 2) for pair in pairs)
    assert set(sides.values()) == {1}
    assert all((two, one) in sides for one, two in sides)


@each("size", range(4, 40, 2))
def test_sides_are_as_even_as_they_can_be(size):
    """Of the odd number of rounds everybody has one side once more than the other."""
    first = Counter(one for pairs in berger_table(size) for one, _ in pairs)
    assert {first[seat] for seat in range(1, size + 1)} == {size // 2, size // 2 - 1}


def test_the_first_rounds_alone():
    assert round_robin_schedule(8, rounds=3) == berger_table(8)[:3]
    assert round_robin_schedule(4, 2, rounds=5) == round_robin_schedule(4, 2)[:5]
    assert round_robin_schedule(4, rounds=99) == berger_table(4)
