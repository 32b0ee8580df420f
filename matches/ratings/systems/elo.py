"""Elo: the rating of chess, blind to the length of a match.

Source: A. Elo, The Rating of Chessplayers (1978); as a formula at https://en.wikipedia.org/wiki/Elo_rating_system:

    E = 1 / (1 + 10^((r2 - r1)/scale))        the expected score, scale 400
    winner + K*(1 - E)        loser - K*(1 - E)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.bounds import Quantity, field_with_bounds

from .logistic import LN10, Logistic


@dataclass(frozen=True)
class Elo(Logistic):
    """Elo: every match counts the same, whatever its length.

    k_factor: what a win is worth against an opponent one could not expect to beat.
    scale: the difference at which the favourite's odds are ten to one.
    """

    code = "elo"
    name = _("Elo")
    description = _("The rating of chess: every match counts the same, whatever its length.")

    k_factor: float = field_with_bounds(32.0, Quantity(_("rating points"), 0.1, 400, whole=False))
    scale: float = field_with_bounds(400.0, Quantity(_("rating points"), 50, 4000, whole=False))

    def describe_parameters(self) -> Iterator[Text]:
        yield _("Between equals a match moves either rating by %(points)s.") % {
            "points": f"{self.k_factor / 2:g}"
        }
        yield _("The favourite's odds are ten to one at a difference of %(points)s rating points.") % {
            "points": f"{self.scale:g}"
        }

    def match_gain(self, length: int) -> float:
        return self.k_factor

    def odds_slope(self, length: int) -> float:
        return LN10 / self.scale
