"""Misère backgammon, the "anti" game: whoever bears off his last checker first loses.

Sources: Zillions of Games, "Deadgammon" and "Misere", whose gammons do not count. BrainKing's own text on
Anti Backgammon has not been found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..words import gettext_lazy as _
from .base import BACKGAMMON, SINGLE, Finish, Variant, variant_option


@dataclass(frozen=True, kw_only=True)
class Misere(Variant):
    """Misère and its open points. The checkers move as in backgammon."""

    cube: bool = variant_option(
        True, (True, False), "whether there is a doubling cube", {False: _("Without the doubling cube")}
    )
    most_wins: int = variant_option(
        SINGLE,
        (SINGLE, BACKGAMMON),
        "how often a game counts at most; if more than once, by the checkers the winner has not borne off",
        {BACKGAMMON: _("Backgammons count three times")},
    )

    versions: ClassVar[Mapping[str, str]] = {
        "points_of_play": "points_of_misere",
        "points_of_resignation": "resignation_at_most",
        "winner_of_game": "winner_of_misere",
    }

    def game_finish(self, own: Sequence[int], opponent: Sequence[int]) -> Finish | None:
        """The player who has borne off everything has lost."""
        finish = super().game_finish(own, opponent)
        return finish and Finish(False, finish.wins)


MISERE = Misere(
    code="misere",
    name=_("Misère"),
    description=_("Backgammon in which whoever bears off first has lost."),
    tags=("misere", "misère", "miserebackgammon", "misèrebackgammon", "anti", "antibackgammon", "deadgammon"),
    points={24: 2, 13: 5, 8: 3, 6: 5},
)
