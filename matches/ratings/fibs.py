"""FIBS: the rating of the First Internet Backgammon Server, the base of nearly all others.

Source: FIBS `help formula`, quoted at http://www.bkgm.com/rgb/rgb.cgi?view+1093:

    n = match length, D = |r1 - r2|
    Pu = 1 / (10^(D*sqrt(n)/2000) + 1)        the underdog's chance
    P  = 1 - Pu if the underdog won, Pu if the favourite won
    K  = max(1, 5 - experience/100)           own experience only, counted before the match
    winner + 4*K*sqrt(n)*P        loser - 4*K*sqrt(n)*P
    start 1500, experience 0; experience grows by n with the match
"""

from math import sqrt

from .base import Rating


class Fibs:
    """FIBS with its ramp: newcomers move up to five times as fast until 400 points of experience."""

    code = "fibs"
    name = "FIBS"

    @property
    def start(self) -> Rating:
        return Rating(1500.0, 0)

    def win_probability(self, one: Rating, two: Rating, length: int) -> float:
        # 1 - Pu for the favourite and Pu for the underdog are this one expression, signed.
        return 1 / (1 + 10 ** ((two.value - one.value) * sqrt(length) / 2000))

    def update(self, winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
        """Move both ratings by 4 K sqrt(n) times the surprise; not zero-sum while a K is above 1."""
        surprise = self.win_probability(loser, winner, length)
        step = 4 * sqrt(length) * surprise
        return (
            Rating(winner.value + step * ramp(winner.experience), winner.experience + length),
            Rating(loser.value - step * ramp(loser.experience), loser.experience + length),
        )


def ramp(experience: int) -> float:
    """K: 5 for a newcomer, falling evenly to 1 at 400 points of experience, then 1 for good."""
    return max(1.0, 5 - experience / 100)
