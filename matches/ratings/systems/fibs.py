"""FIBS: the rating of the First Internet Backgammon Server, the base of nearly all others.

Source: FIBS `help formula`, quoted at http://www.bkgm.com/rgb/rgb.cgi?view+1093:

    n = match length, D = |r1 - r2|
    Pu = 1 / (10^(D*sqrt(n)/2000) + 1)        the underdog's chance
    P  = 1 - Pu if the underdog won, Pu if the favourite won
    K  = max(1, 5 - experience/100)           own experience only
    winner + 4*K*sqrt(n)*P        loser - 4*K*sqrt(n)*P
    start 1500, experience 0; experience grows by n with the match

1 - Pu of the favourite and Pu of the underdog are one expression, signed; and P is the loser's chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.bounds import Choice, Quantity, field_with_bounds

from .logistic import LN10, Logistic


@dataclass(frozen=True)
class Fibs(Logistic):
    """FIBS: newcomers move up to five times as fast, until they have 400 points of experience.

    factor: K of a player without experience. ramp: the experience at which K is 1; 0 is no ramp.
    experience: counted "before" the match, as `help formula` says, or "with" it, as macFIBS does.
    """

    code = "fibs"
    name = _("FIBS")
    description = _(
        "The rating of the First Internet Backgammon Server: long matches and surprises move it more."
    )

    factor: float = field_with_bounds(5.0, Quantity(_("times"), 1, 20, whole=False))
    ramp: int = field_with_bounds(400, Quantity(_("points"), 0, 100_000))
    experience: str = field_with_bounds("before", Choice(("before", "with")))

    def describe_parameters(self) -> Iterator[Text]:
        if not self.ramp or self.factor == 1:
            yield _("Newcomers move as fast as everybody else.")
            return
        yield _(
            "A newcomer moves %(factor)s times as fast, evenly less up to %(ramp)s points of experience."
        ) % {"factor": f"{self.factor:g}", "ramp": self.ramp}
        if self.experience == "with":
            yield _("The match that is rated counts as experience, too.")

    def k_by_experience(self, experience: float, length: int) -> float:
        if self.experience == "with":
            experience += length
        if experience >= self.ramp:
            return 1.0
        return self.factor - experience * (self.factor - 1) / self.ramp

    @property
    def steady_experience(self) -> float:
        return self.ramp

    def match_gain(self, length: int) -> float:
        return 4 * sqrt(length)

    def odds_slope(self, length: int) -> float:
        return exponent_per_point(length)


def exponent_per_point(length: int) -> float:
    """The exponent of `help formula` for one point of difference, to the base e."""
    return LN10 * sqrt(length) / 2000
