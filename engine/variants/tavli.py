"""What the games of Tavli, Plakoto and Fevga, have in common."""

from dataclasses import dataclass

from ..dice import Roll
from ..words import gettext_lazy as _
from .base import BACKGAMMON, GAMMON, SINGLE, variant_option
from .searched import Searched


@dataclass(frozen=True, kw_only=True)
class Tavli(Searched):
    """A game of Tavli: nobody is hit, and how it is opened and counted differs from place to place."""

    most_wins: int = variant_option(
        GAMMON,
        (GAMMON, SINGLE, BACKGAMMON),
        "how often a game borne off to its end counts at most: 2 for a gammon, 3 for a backgammon too",
        {SINGLE: _("Gammons count once"), BACKGAMMON: _("Backgammons count three times")},
    )
    opening_doubles: bool = variant_option(
        True,
        (True, False),
        "whether a game may begin with a double, the opening roll being thrown anew",
        {False: _("The opening roll is never a double")},
    )

    def may_open_with(self, dice: Roll) -> bool:
        """Whether a game may begin with this roll."""
        return self.opening_doubles or dice[0] != dice[1]
