"""JBF: the rating of the Japan Backgammon Federation.

Source: rating.backgammon.or.jp/about: chances as FIBS has them; both ratings move by n times the loser's
chance, so that nothing is won that is not lost; start 1000. There is no K.
"""

from dataclasses import dataclass

from engine.words import gettext_lazy as _
from matches.base.bounds import Quantity, field_with_bounds

from .base import HIGHEST, LOWEST
from .fibs import exponent_per_point
from .logistic import Logistic


@dataclass(frozen=True)
class Jbf(Logistic):
    """JBF: as many rating points are at stake as the match has points."""

    code = "jbf"
    name = _("JBF")
    description = _(
        "The rating of the Japan Backgammon Federation: what is at stake is the length of the match."
    )

    start: float = field_with_bounds(1000.0, Quantity(_("rating points"), LOWEST, HIGHEST, whole=False))

    def match_gain(self, length: int) -> float:
        return length

    def odds_slope(self, length: int) -> float:
        return exponent_per_point(length)
