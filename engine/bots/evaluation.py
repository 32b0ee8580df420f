"""How good a position is: what the checkers of both sides are worth, as learned by playing against itself.

The estimate is logistic: the sum of the weights of everything a position shows is the logarithm of the odds
that the side which has just moved wins the game. What it shows are numbers of checkers, place by place and as
in TD-Gammon (one, two, three or more, how many beyond), and a few things that go together: lone checkers that
can be hit, points held before the other side's last checker, home boards with somebody on the bar. Once the
sides cannot meet any more, other weights count, with Kleinman's measure of a race.

Sources: G. Tesauro, "Temporal difference learning and TD-Gammon" (Communications of the ACM, 1995), for the
encoding and the learning (learning.py); D. Kleinman, "Vision Laughs at Counting", for the race.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp, sqrt

from ..position import BAR, OFF, Side
from ..variants import Variant
from .compiled import Compiled, compiled_evaluation

DEGREES = 4
"""Weights of a place: the first checker, the second, the third, and every two beyond."""
AHEAD = 6
"""How many points before a checker are looked at for blocks: as far as a die reaches."""

SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""Of 36 rolls, how many hit a checker so many points away with nothing in between: 0 to 12."""

Feature = tuple[int, float]
"""The number of a weight, and how much of it counts."""


def degrees_of(count: int) -> tuple[int, int, int, float]:
    """What so many checkers on one place show.

    >>> degrees_of(5)
    (1, 1, 1, 1.0)
    """
    return int(count > 0), int(count > 1), int(count > 2), max(count - 3, 0) / 2


class WeightNumbers:
    """Where each weight of a variant is: those of checkers, by place, then the others.

    With contact: own places, the opponent's places, then MEETING numbers; without: the same, then RACING.
    """

    MEETING = 1 + 2 * (AHEAD + 1) + 2 * 3 * (AHEAD + 1) + 8
    RACING = 2

    def __init__(self, variant: Variant) -> None:
        self.places = len(variant.start_position().own)
        self.side = self.places * DEGREES
        self.race = 2 * self.side + self.MEETING
        self.size = self.race + 2 * self.side + self.RACING


class CompiledEvaluation(ABC):
    """What estimates positions of a variant, in the kernel where that can."""

    variant: Variant
    compiled: Compiled

    def chance(self, own: Side, opponent: Side) -> float:
        """The chance to win of the side that has just moved, the game not being over."""
        return chance_of(self.odds(own, opponent))

    def odds(self, own: Side, opponent: Side) -> float:
        """The logarithm of the odds that the side which has just moved wins."""
        compiled = self.compiled.of(self.variant)
        return self.odds_in_python(own, opponent) if compiled is None else compiled.odds(own, opponent)

    @abstractmethod
    def odds_in_python(self, own: Side, opponent: Side) -> float:
        """The same without the kernel."""


class Evaluation(CompiledEvaluation):
    """Estimates positions of one variant by its weights."""

    def __init__(self, variant: Variant, weights: Sequence[float]) -> None:
        self.variant = variant
        self.numbers = WeightNumbers(variant)
        self.weights = list(weights)
        self._facing = [0, *(variant.facing_point(point) for point in range(1, BAR)), 0]
        self.hits = variant.step_hits([0, *[1] * 24, 0, *[0] * 24], (BAR, 1))
        self._holds = 2 if self.hits else 1
        self.misses = [[_chance_to_miss(place - end) for place in range(BAR + 1)] for end in self._facing]
        self._as_backgammon = type(variant).has_contact is Variant.has_contact
        self.learned()

    def learned(self) -> None:
        """Work out what every number of checkers is worth, after the weights have changed."""
        self.tables = [
            [
                [
                    sum(
                        weight * degree
                        for weight, degree in zip(
                            self.weights[first + place * DEGREES :][:DEGREES], degrees_of(count), strict=True
                        )
                    )
                    for count in range(self.variant.checker_count + 1)
                ]
                for place in range(self.numbers.places)
            ]
            for phase in (0, self.numbers.race)
            for first in (phase, phase + self.numbers.side)
        ]
        self.compiled = Compiled(lambda known: compiled_evaluation(self, known))

    def odds_in_python(self, own: Side, opponent: Side) -> float:
        phase, shown = self.shows(own, opponent)
        weights = self.weights
        one, two = self.tables[2 * phase : 2 * phase + 2]
        # Added up one by one, which sum() does not do from Python 3.12 on: the kernel's doubles are the same.
        total = others = 0.0
        for table, count in zip(one, own, strict=True):
            total += table[count]
        for table, count in zip(two, opponent, strict=True):
            others += table[count]
        total += others
        for number, much in shown:
            total += weights[number] * much
        return total

    def features(self, own: Sequence[int], opponent: Sequence[int]) -> list[Feature]:
        """Everything a position shows, as the weights count it."""
        phase, shown = self.shows(own, opponent)
        first = self.numbers.race if phase else 0
        for side in (own, opponent):
            for place, count in enumerate(side):
                if count:
                    shown += [
                        (first + place * DEGREES + at, much)
                        for at, much in enumerate(degrees_of(count))
                        if much
                    ]
            first += self.numbers.side
        return shown

    def shows(self, own: Sequence[int], opponent: Sequence[int]) -> tuple[int, list[Feature]]:
        """Whether the sides have parted (1) or can still meet (0), and what goes together there."""
        mine, theirs = _rearmost(own), _rearmost(opponent)
        parted = mine + theirs < BAR if self._as_backgammon else not self.variant.has_contact(own, opponent)
        return (1, self._race(own, opponent)) if parted else (0, self._meeting(own, opponent, mine, theirs))

    def _race(self, own: Sequence[int], opponent: Sequence[int]) -> list[Feature]:
        first = self.numbers.race + 2 * self.numbers.side
        pips = sum([point * count for point, count in zip(range(BAR + 1), own, strict=False)])
        others = sum([point * count for point, count in zip(range(BAR + 1), opponent, strict=False)])
        # The opponent is on roll, which is worth four pips.
        lead = (others - pips - 4) / sqrt(max(pips + others - 4, 4))
        return [(first, 1.0), (first + 1, lead)]

    def _meeting(self, own: Sequence[int], opponent: Sequence[int], mine: int, theirs: int) -> list[Feature]:
        at = 2 * self.numbers.side
        shown: list[Feature] = [(at, 1.0)]
        at += 1
        facing, holds = self._facing, self._holds
        # What the player holds by the opponent's numbers, and what the opponent holds by the player's.
        held = [own[point] >= holds for point in facing]
        kept = [opponent[point] >= holds for point in facing]
        shown.append((at + sum(held[max(theirs - AHEAD, 1) : theirs]), 1.0))
        at += AHEAD + 1
        shown.append((at + sum(kept[max(mine - AHEAD, 1) : mine]), 1.0))
        at += AHEAD + 1
        if self.hits:
            walls = sum(held[19:25]), sum(kept[19:25])
            for waiting, wall in ((opponent[BAR], walls[0]), (own[BAR], walls[1])):
                if waiting:
                    shown.append((at + min(waiting - 1, 2) * (AHEAD + 1) + wall, 1.0))
                at += 3 * (AHEAD + 1)
            for lone, others, wall in ((own, opponent, walls[1]), (opponent, own, walls[0])):
                total, lost = self._exposed(lone, others)
                if total:
                    shown += [
                        (at, total),
                        (at + 1, lost),
                        (at + 2, lost * wall / 6),
                        (at + 3, min(total, 1.0)),
                    ]
                at += 4
        return shown

    def _exposed(self, lone: Sequence[int], others: Sequence[int]) -> tuple[float, float]:
        """How much of the lone checkers can be hit, and what would be lost, in trips around the board."""
        total = lost = 0.0
        hitters = [place for place in range(1, BAR + 1) if others[place]]
        for point in [point for point in range(1, BAR) if lone[point] == 1]:
            misses, missed = self.misses[point], 1.0
            for place in hitters:
                missed *= misses[place]
            if missed < 1:
                total += 1 - missed
                lost += (1 - missed) * (BAR - point) / BAR
        return total, lost


def chance_of(odds: float) -> float:
    """The chance of which this is the logarithm of the odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def _chance_to_miss(distance: int) -> float:
    return 1 - SHOTS[distance] / 36 if 0 < distance < len(SHOTS) else 1.0


def _rearmost(side: Sequence[int]) -> int:
    for point in range(BAR, OFF, -1):
        if side[point]:
            return point
    return OFF
