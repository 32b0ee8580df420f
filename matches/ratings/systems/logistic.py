"""What FIBS, JBF and Elo have in common: the better a result was to be expected, the less it moves."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp, inf, log
from typing import Any

from .base import EXPERIENCE, VALUE, RatedMatch, Rating, RatingSystem, Step

LN10 = log(10)
# A table of K is no longer than this; beyond, K is asked for each time.
LONGEST_TABLE = 10_000


@dataclass(frozen=True)
class Logistic(RatingSystem):
    """Both ratings move by gain x K x (1 - P), P the winner's chance: 1 / (1 + e^(-slope x difference)).

    K is each player's own. A system with a K of experience and length overrides `k_by_experience`, one in
    which the rating counts, too, as where each class has a K, overrides `k_of`.
    """

    @abstractmethod
    def match_gain(self, length: int) -> float:
        """How many rating points a match is worth at K = 1 to a winner who had no chance."""

    @abstractmethod
    def odds_slope(self, length: int) -> float:
        """How fast the odds grow with the difference of the ratings."""

    def k_by_experience(self, experience: float, length: int) -> float:
        """K of a player of so much experience before a match: always the same, as it is remembered."""
        return 1.0

    def k_of(self, rating: Rating, length: int) -> float:
        """K of a player who stands at `rating` before a match."""
        return self.k_by_experience(rating[EXPERIENCE], length)

    @property
    def steady_experience(self) -> float:
        """The experience from which on K is 1 for certain; a table of K below it keeps the fold fast."""
        return 0 if type(self).k_by_experience is Logistic.k_by_experience else inf

    @property
    def newcomer_rating(self) -> Rating:
        return (float(self.start), 0)

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        return 1 / (1 + exp((two[VALUE] - one[VALUE]) * self.odds_slope(length)))

    def fold_matches(self, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterator[Step]:
        # Millions of matches go through this loop. Where there is a table of K it calls nothing of ours; what
        # is rare is an exception.
        newcomer, steady = self.newcomer_rating, self.steady_experience
        k_of = None if type(self).k_of is Logistic.k_of and steady <= LONGEST_TABLE else self.k_of
        by_length: dict[int, tuple[float, float, Any]] = {}  # K by experience, a whole number
        for match in matches:
            winner, loser, length = match.winner, match.loser, match.length
            # Where both stand.
            try:
                one = ratings[winner]
            except KeyError:
                one = newcomer
            try:
                two = ratings[loser]
            except KeyError:
                two = newcomer
            # What only the length decides.
            try:
                slope, step, k = by_length[length]
            except KeyError:
                slope, step = self.odds_slope(length), self.match_gain(length)
                k = () if k_of else k_until_steady(self, length)
                by_length[length] = slope, step, k
            value, experience = one
            other, seasoned = two
            # The chance of the loser, which is 1 - P of the winner: so much of the gain is left.
            step /= 1 + exp((value - other) * slope)
            # Each one's K.
            if k_of is None:
                won = step * k[experience] if experience < steady else step
                lost = step * k[seasoned] if seasoned < steady else step
            else:
                won, lost = step * k_of(one, length), step * k_of(two, length)
            ratings[winner] = after = (value + won, experience + length)
            ratings[loser] = beaten = (other - lost, seasoned + length)
            yield match, one, after, two, beaten


@lru_cache(maxsize=64)
def k_until_steady(system: Logistic, length: int) -> tuple[float, ...]:
    """K by experience, as long as it is not 1 for certain."""
    steady = ceil(system.steady_experience)
    return tuple(system.k_by_experience(experience, length) for experience in range(steady))
