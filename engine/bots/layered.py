"""How good a position is where a sum of weights does not see enough: an evaluation with units between.

What a position shows are numbers of checkers, place by place: one, two, three or more, and how many beyond.
Each of UNITS sums up all of it by weights of its own, and the logarithm of the odds that the side which has
just moved wins is a sum of what they find, squashed between 0 and 1, and of weights alone. Two units find
together what no weight of a single place tells: that points held in a row block somebody.

Source: G. Tesauro, "Temporal difference learning and TD-Gammon" (Communications of the ACM, 1995).
"""

from collections.abc import Iterator, Sequence
from operator import add
from random import Random

from ..plays import legal_steps
from ..position import BAR, Side
from ..variants import Variant
from ..variants.searched import Searched
from .compiled import Compiled, compiled_layers
from .evaluation import CompiledEvaluation, chance_of

UNITS = 40
COLUMNS = UNITS + 1
"""What each row of weights adds to: the units, and the sum as it is."""
DEGREES = 4
"""Rows of a place: the first checker, the second, the third, and every four beyond."""


DICE = 7
"""Rows for how many of the six dice a side could play, from none to all."""


NUMBERS = 7
"""Rows for what is counted of a side: whom its rows of points block, how far it has to go, what it holds."""
REACH = range(2, 7)
"""How many points in a row are looked for: six let no die pass."""


def degrees_of_layers(count: int) -> tuple[float, float, float, float]:
    """What so many checkers on one place show.

    >>> degrees_of_layers(5)
    (1.0, 1.0, 1.0, 0.5)
    """
    return float(count > 0), float(count > 1), float(count > 2), max(count - 3, 0) / 4


class LayeredEvaluation(CompiledEvaluation):
    """Estimates positions of one variant by its weights: a row of COLUMNS for what every position shows, rows
    for the own places and the opponent's, DEGREES each, rows for the dice that either side could play, DICE
    each, and for what is counted of it, NUMBERS each, and what every unit counts in the end.
    """

    def __init__(self, variant: Variant, weights: Sequence[float]) -> None:
        self.variant, self.weights = variant, list(weights)
        self.places = len(variant.start_position().own)
        assert len(self.weights) == layered_size(self.places)
        self.compiled = Compiled(lambda known: compiled_layers(self, known))
        rows = [self.weights[at : at + COLUMNS] for at in range(0, len(self.weights) - UNITS, COLUMNS)]
        self._every, self._last = rows[0], self.weights[-UNITS:]
        self._tables = [
            [
                [_sum_of_degrees(column, count) for column in zip(*rows[at : at + DEGREES], strict=True)]
                for count in range(variant.checker_count + 1)
            ]
            for at in range(1, 1 + 2 * self.places * DEGREES, DEGREES)
        ]
        others = rows[1 + 2 * self.places * DEGREES :]
        self._by_dice = others[:DICE], others[DICE : 2 * DICE]
        self._by_number = others[2 * DICE :][:NUMBERS], others[2 * DICE :][NUMBERS:]
        self._facing = [0, *(variant.facing_point(point) for point in range(1, BAR))]

    def odds_in_python(self, own: Side, opponent: Side) -> float:
        # Added up one by one, which sum() does not do from Python 3.12 on: the kernel's doubles are the same.
        sums: Iterator[float] = iter(self._every)
        for table, count in zip(self._tables, own + opponent, strict=True):
            if count:
                sums = map(add, sums, table[count])
        for number, (one, other) in enumerate(((own, opponent), (opponent, own))):
            sums = map(add, sums, self._by_dice[number][self.playable_dice(one, other)])
            for row, much in zip(self._by_number[number], self.numbers(one, other), strict=True):
                if much:
                    sums = map(add, sums, map(much.__mul__, row))
        *units, total = sums
        for weight, found in zip(self._last, units, strict=True):
            total += weight * chance_of(found)
        return total

    def playable_dice(self, own: Side, opponent: Side) -> int:
        """With how many of the six dice some checker can be moved."""
        find = self.variant.legal_steps if isinstance(self.variant, Searched) else legal_steps
        return sum(next(find(own, opponent, die), None) is not None for die in range(1, 7))

    def numbers(self, own: Side, opponent: Side) -> list[float]:
        """What is counted of a side: how many of the opponent's checkers are behind 2, 3, 4, 5 and 6 of its
        points in a row, of 15; its pips, of 200; the points that it holds, of 10.
        """
        behind = length = 0
        blocked = [0.0] * len(REACH)
        for point in range(24, 0, -1):
            if own[self._facing[point]]:
                length += 1
                for enough in range(2, min(length, 6) + 1):
                    blocked[enough - 2] = max(blocked[enough - 2], behind / 15)
            else:
                length = 0
                behind += opponent[point]
        pips = sum(point * own[point] for point in range(1, BAR))
        return [*blocked, pips / 200, sum(map(bool, own[1:BAR])) / 10]


def layered_size(places: int) -> int:
    """How many weights there are for so many places of a side."""
    return COLUMNS * (1 + 2 * (places * DEGREES + DICE + NUMBERS)) + UNITS


def first_layers(variant: Variant, seed: int) -> list[float]:
    """Weights that know nothing but to move on, and units that differ by chance."""
    random, places = Random(seed), len(variant.start_position().own)
    weights = [random.uniform(-0.1, 0.1) for _ in range(layered_size(places))]
    for row in range(1 + 2 * (places * DEGREES + DICE + NUMBERS)):
        side, place = divmod((row - 1) // DEGREES, places)
        moving_on = 0.02 * place * (1 if side else -1) if row and side < 2 and place <= BAR else 0.0
        weights[row * COLUMNS + UNITS] = moving_on
    return weights


def _sum_of_degrees(column: Sequence[float], count: int) -> float:
    one, two, three, more = (
        weight * much for weight, much in zip(column, degrees_of_layers(count), strict=True)
    )
    return one + two + three + more
