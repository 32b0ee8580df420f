"""Lightest perfect matchings, against every matching there is."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.each import each
from tournaments.formats.swiss.matching import Matching, Unmatchable


def lightest(size, costs):
    """The least that a perfect matching can cost, by trying them all; None where there is none."""
    best = {0: 0}
    for taken in range(1, 1 << size):
        first = taken.bit_length() - 1
        sums = [
            best[rest] + costs[other, first]
            for other in range(first)
            if taken >> other & 1
            and (other, first) in costs
            and best.get(rest := taken ^ (1 << first) ^ (1 << other)) is not None
        ]
        best[taken] = min(sums, default=None)
    return best[(1 << size) - 1]


def cost(matching, costs):
    return sum(costs[one, two] for one, two in enumerate(matching.partners) if one < two)


@st.composite
def graphs(draw):
    size = 2 * draw(st.integers(1, 5))
    pairs = [(one, two) for two in range(size) for one in range(two)]
    most = draw(st.sampled_from([1, 3, 20, 10**20]))
    kept = draw(st.lists(st.sampled_from(pairs), unique=True)) if draw(st.booleans()) else pairs
    return size, {pair: draw(st.integers(0, most)) for pair in kept}


@given(graphs())
# Two triangles that only a dear bridge joins: each is a blossom with a price of its own.
@example((6, {(0, 1): 0, (0, 2): 0, (1, 2): 0, (3, 4): 0, (3, 5): 0, (4, 5): 0, (0, 3): 9, (1, 4): 7}))
def test_no_matching_is_lighter(graph):
    size, costs = graph
    least = lightest(size, costs)
    if least is None:
        with pytest.raises(Unmatchable):
            Matching(size, costs)
        return
    matching = Matching(size, costs)
    assert [matching.partners[partner] for partner in matching.partners] == list(range(size))
    assert cost(matching, costs) == least


@given(graphs())
def test_prices_prove_the_answer(graph):
    size, costs = graph
    try:
        matching = Matching(size, costs)
    except Unmatchable:
        return
    check_proof(matching, costs)


@each("seed", range(60))
def test_prices_prove_the_answer_where_blossoms_open_again(seed):
    """Points in a small square, joined to those around: full of odd cycles, some of them inside others."""
    random = Random(seed)
    points = [(random.randrange(30), random.randrange(30)) for _ in range(random.choice([20, 40, 60]))]
    costs = {
        (one, two): (points[one][0] - points[two][0]) ** 2 + (points[one][1] - points[two][1]) ** 2
        for two in range(len(points))
        for one in range(two)
    }
    check_proof(Matching(len(points), costs), costs)
    near = {pair: each for pair, each in costs.items() if each < 120}
    with suppress(Unmatchable):
        check_proof(Matching(len(points), near), near)


def check_proof(matching, costs):
    """No pair has less than nothing to spare, matched ones nothing; one of a blossom is matched outside."""
    around = {}

    def mark(node, outer):
        outer = [*outer, node]
        for leaf in node.leaves:
            around[leaf] = outer
        for child in node.children:
            mark(child, outer)

    for node in matching.outermost_blossoms:
        mark(node, [])
    for (one, two), cost in costs.items():
        held = sum(node.price for node in around[one] if node in around[two])
        spare = 2 * cost - matching.vertex_prices[one] - matching.vertex_prices[two] + held
        assert spare >= 0
        assert spare == 0 or matching.partners[one] != two
    for node in {node for nodes in around.values() for node in nodes[:-1]}:
        assert node.price >= 0
        assert sum(matching.partners[leaf] not in node.leaves for leaf in node.leaves) == 1


def test_by_hand():
    """The square 0-1-2-3 and its diagonals: 1 + 1 is less than 0 + 3 and 2 + 2."""
    costs = {(0, 1): 0, (2, 3): 3, (0, 2): 1, (1, 3): 1, (0, 3): 2, (1, 2): 2}
    assert Matching(4, costs).partners == [2, 3, 0, 1]


def test_nobody_is_left_over():
    with pytest.raises(Unmatchable):
        Matching(4, {(0, 1): 0, (0, 2): 0, (0, 3): 0})
    with pytest.raises(Unmatchable):
        Matching(2, {})
    assert Matching(0, {}).partners == []
