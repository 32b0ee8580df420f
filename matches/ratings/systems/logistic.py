"""What FIBS, JBF and Elo have in common: the better a result was to be expected, the less it moves."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp, inf, log

from .base import EXPERIENCE, VALUE, RatedMatch, Rating, RatingSystem, Step

LN10 = log(10)


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
        """The experience from which on K is 1 for certain, and not asked for: that keeps the fold fast."""
        return 0 if type(self).k_by_experience is Logistic.k_by_experience else inf

    @property
    def newcomer_rating(self) -> Rating:
        return (float(self.start), 0)

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        return 1 / (1 + exp((two[VALUE] - one[VALUE]) * self.odds_slope(length)))

    def fold_matches(self, matches: Iterable[RatedMatch], ratings: dict[int, Rating]) -> Iterator[Step]:
        # Millions of matches go through this loop. Of K by experience it calls nothing of ours; what is rare
        # is an exception.
        newcomer = self.newcomer_rating
        k_of = None if type(self).k_of is Logistic.k_of else self.k_of
        steady = self.steady_experience
        by_length: dict[int, tuple[float, float, dict[float, float]]] = {}
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
                slope, step, k = self.odds_slope(length), self.match_gain(length), {}
                by_length[length] = slope, step, k
            value, experience = one
            other, seasoned = two
            # The chance of the loser, which is 1 - P of the winner: so much of the gain is left.
            step /= 1 + exp((value - other) * slope)
            # Each one's K.
            won = lost = step
            if k_of is not None:
                won, lost = step * k_of(one, length), step * k_of(two, length)
            else:
                if experience < steady:
                    try:
                        won *= k[experience]
                    except KeyError:
                        won *= k.setdefault(experience, self.k_by_experience(experience, length))
                if seasoned < steady:
                    try:
                        lost *= k[seasoned]
                    except KeyError:
                        lost *= k.setdefault(seasoned, self.k_by_experience(seasoned, length))
            ratings[winner] = after = (value + won, experience + length)
            ratings[loser] = beaten = (other - lost, seasoned + length)
            yield match, one, after, two, beaten
