"""What FIBS, JBF and Elo have in common: the better a result was to be expected, the less it moves."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import exp, log
from typing import Any

from .base import VALUE, RatedMatch, Rating, RatingSystem, Step

LN10 = log(10)


@cache
def factors(factor: float, ramp: int) -> list[float]:
    """K of a player of each experience below `ramp`: `factor` without any, falling evenly towards 1."""
    return [factor - experience * (factor - 1) / ramp for experience in range(ramp)]


@dataclass(frozen=True)
class Logistic(RatingSystem):
    """Both ratings move by gain x K x (1 - P), P the winner's chance: 1 / (1 + e^(-slope x difference)).

    K is each player's own: `factor` without experience, falling evenly to 1 at `ramp` points of it.
    """

    @abstractmethod
    def gain(self, length: int) -> float:
        """How many rating points a match is worth at K = 1 to a winner who had no chance."""

    @abstractmethod
    def slope(self, length: int) -> float:
        """How fast the odds grow with the difference of the ratings."""

    @property
    def ramps(self) -> tuple[float, int, int]:
        """K of a newcomer, the experience at which it is 1, and whether (1 or 0) the match itself counts."""
        return 1.0, 0, 0

    @property
    def newcomer(self) -> Rating:
        return (float(self.start), 0)

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        return 1 / (1 + exp((two[VALUE] - one[VALUE]) * self.slope(length)))

    def fold(self, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterator[Step]:
        # Millions of matches go through this loop: it calls nothing of ours; what is rare is an exception.
        newcomer = self.newcomer
        factor, ramp, counted = self.ramps
        k: Any = factors(factor, ramp)  # by experience, which is a whole number
        by_length: dict[int, tuple[float, float, int]] = {}
        for match in matches:
            winner, loser, length = match.winner, match.loser, match.length
            try:
                one = ratings[winner]
            except KeyError:
                one = newcomer
            try:
                two = ratings[loser]
            except KeyError:
                two = newcomer
            try:
                slope, step, early = by_length[length]
            except KeyError:
                slope, step, early = self.slope(length), self.gain(length), counted * length
                by_length[length] = slope, step, early
            value, experience = one
            other, seasoned = two
            step /= 1 + exp((value - other) * slope)
            own, others = experience + early, seasoned + early
            ratings[winner] = after = (
                value + (step * k[own] if own < ramp else step),
                experience + length,
            )
            ratings[loser] = beaten = (
                other - (step * k[others] if others < ramp else step),
                seasoned + length,
            )
            yield match, one, after, two, beaten
