"""Groups drawn by snake or from pots."""

from collections import Counter
from itertools import permutations, product
from math import comb
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.formats.seeding.pots import Drawing, group_draw, snake_groups, unroll_groups
from tournaments.formats.staging.plan import Stage
from tournaments.tiebreaks.lots import draw_lot


@st.composite
def fields(draw):
    size = draw(st.integers(1, 40))
    order = draw(st.permutations(range(101, 101 + size)))
    names = st.sampled_from([*"ABCDEFGH"[: draw(st.integers(1, 8))]])
    return tuple(order), draw(st.integers(1, size)), draw(st.dictionaries(st.sampled_from(order), names))


def test_a_snake_goes_to_and_fro():
    assert snake_groups(range(1, 11), 4) == ((1, 8, 9), (2, 7, 10), (3, 6), (4, 5))
    assert group_draw(range(1, 11), 4, "spring") == snake_groups(range(1, 11), 4)


@pytest.mark.parametrize(
    ("drawing", "clubs", "drawn"),
    [
        (Drawing.SNAKE, "B-AA", ((1,), (3,), (2, 4))),
        (Drawing.SNAKE, "A--BAAB", ((2, 6, 7), (1, 4), (3, 5))),
        (Drawing.POTS, "-BBBABA-A", ((1, 6, 7), (2, 5, 8), (3, 4, 9))),
    ],
)
def test_a_printed_draw_comes_out_the_same_for_ever(drawing, clubs, drawn):
    """In order: which change is nearest, who of the first pot moves, when pots are given out once more."""
    homes = {entry: club for entry, club in enumerate(clubs, 1) if club != "-"}
    assert group_draw(range(1, len(clubs) + 1), 3, "s", drawing=drawing, clubs=homes) == drawn


@pytest.mark.parametrize("size", range(1, 14))
def test_an_event_of_groups_deals_its_order_as_a_snake(size):
    """So an order that was unrolled from groups is played in these groups."""
    stage = Stage(RoundRobin(), "G", groups=4)
    places = stage.group_numbers(size)
    groups = [tuple(entry for entry, group in enumerate(places) if group == number) for number in {*places}]
    assert tuple(groups) == snake_groups(range(size), min(4, size))


def test_pots_are_drawn_by_lot_behind_the_first():
    groups = group_draw(range(1, 10), 3, "spring", drawing=Drawing.POTS)
    assert [[group[pot] for group in groups] for pot in range(3)] == [
        [1, 2, 3],
        sorted((4, 5, 6), key=lambda entry: draw_lot("spring", entry)),
        sorted((7, 8, 9), key=lambda entry: draw_lot("spring", entry)),
    ]


def test_a_club_mate_goes_to_the_nearest_group_of_its_pot():
    """8 is to join 1: 7 and 8 change groups."""
    assert group_draw(range(1, 9), 4, "", clubs={1: "Graz", 8: "Graz"}) == ((1, 7), (2, 8), (3, 6), (4, 5))


def test_those_drawn_before_change_groups_where_nothing_else_helps():
    """3 is to join 2 of its club, and 4, for whom that leaves only group 1, meets 1 of its own."""
    groups = group_draw((1, 2, 3, 4), 2, "", clubs={2: "Graz", 3: "Graz", 1: "Linz", 4: "Linz"})
    assert groups == ((1, 3), (2, 4))
    # Pots {1, 2}, {3, 4}, {5, 6}: 5 belongs with neither 1 nor 3, who sit apart.
    clubs = {1: "Graz", 4: "Graz", 5: "Linz", 3: "Linz"}
    assert group_draw(range(1, 7), 2, "", clubs=clubs) == ((1, 3, 6), (2, 4, 5))


@settings(max_examples=examples(60))
@given(field=fields(), drawing=st.sampled_from(Drawing), seed=st.text(max_size=4))
def test_every_group_has_one_of_every_pot_and_clubs_are_even(field, drawing, seed):
    order, number, clubs = field
    groups = group_draw(order, number, seed, drawing=drawing, clubs=clubs)
    assert [len(group) for group in groups] == [len(group) for group in snake_groups(order, number)]
    assert sorted(entry for group in groups for entry in group) == sorted(order)
    for group in groups:
        assert [order.index(entry) // number for entry in group] == [*range(len(group))]
    for club in {*clubs.values()}:
        numbers = [sum(clubs.get(entry) == club for entry in group) for group in groups]
        assert max(numbers) - min(numbers) <= 1
    # An order that says it all: whoever deals it out as a snake has these groups.
    assert snake_groups(unroll_groups(groups), number) == groups


@settings(max_examples=examples(24))
@given(field=fields(), seed=st.text(max_size=4))
def test_without_club_mates_a_snake_is_a_snake(field, seed):
    order, number, _ = field
    assert group_draw(order, number, seed) == snake_groups(order, number)
    assert unroll_groups(snake_groups(order, number)) == order


# -- Against trying everything


def pairs(groups, clubs):
    """How many pairs of club-mates are in one group."""
    return sum(
        comb(number, 2)
        for group in groups
        for number in Counter(clubs[entry] for entry in group if entry in clubs).values()
    )


def moved(heads, dealt):
    """How many are with another first of a group than they were dealt to."""
    return sum(heads[entry] != head for entry, head in dealt.items())


def heads_of(groups):
    return {entry: group[0] for group in groups for entry in group}


def best_by_force(order, number, clubs):
    """The fewest pairs of club-mates, and the fewest moves that leave no more, of all ways to fill pots."""
    dealt, first = heads_of(snake_groups(order, number)), order[:number]
    pots = [order[start : start + number] for start in range(number, len(order), number)]
    found = []
    for ways in product(*(permutations(first, len(pot)) for pot in pots)):
        heads = {entry: entry for entry in first}
        for pot, way in zip(pots, ways, strict=True):
            heads.update(zip(pot, way, strict=True))
        groups = [[entry for entry in order if heads[entry] == head] for head in first]
        found.append((pairs(groups, clubs), moved(heads, dealt)))
    return min(found)


def test_no_other_draw_parts_more_and_few_move_fewer():
    random = Random(5)
    short = 0
    for _ in range(150):
        number = random.randint(2, 4)
        order = tuple(range(1, random.randint(number, 12 if number < 4 else 11) + 1))
        clubs = {entry: random.choice("ABCD") for entry in order if random.random() < 0.6}
        groups = group_draw(order, number, "spring", clubs=clubs)
        fewest, moves = best_by_force(order, number, clubs)
        assert pairs(groups, clubs) == fewest
        short += moved(heads_of(groups), heads_of(snake_groups(order, number))) > moves
    assert short <= 5, "more would have to move than must"


def test_a_large_field_is_drawn_at_once():
    """4,096 of 80 clubs in groups of four: well under a second each, however busy the machine."""
    order, random = tuple(range(4096)), Random(5)
    clubs = {entry: random.randrange(80) for entry in order}
    started = process_time()
    assert pairs(group_draw(order, 1024, "spring", clubs=clubs), clubs) == 0
    assert process_time() - started < 2
