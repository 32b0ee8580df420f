"""Pyramids: rows of 1, 2, 3, ... places; one challenges in one's own row or the next above.

The rules are those of jerrydubs's chess pyramid: the winner takes the place, if it is the better one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from engine.words import Text
from engine.words import gettext_lazy as _

from .events import LadderOrder
from .waiting import Costing


def pyramid_row_of(place: int) -> int:
    """The row of a place, both from 1: 1 | 2 3 | 4 5 6 | ..."""
    return (isqrt(8 * place - 7) + 1) // 2


@dataclass(frozen=True)
class Pyramid(Costing):
    code = "pyramid"
    name = _("Pyramid")
    description = _("Rows of 1, 2, 3 and so on places, the first on top.")
    column = _("Row")

    def describe_reach(self) -> Iterator[Text]:
        yield _("You challenge players in your own row or the next above.")

    def describe_moves(self) -> Iterator[Text]:
        yield _("Who wins against somebody above swaps places.")

    def row_of_place(self, place: int) -> int:
        return pyramid_row_of(place)

    def may_reach(self, standing: LadderOrder, challenger: int, challenged: int) -> bool:
        here, there = (pyramid_row_of(standing.place_of(player)) for player in (challenger, challenged))
        return there in (here, here - 1)

    def range_said(self, standing: LadderOrder, challenger: int) -> Text:
        row = pyramid_row_of(standing.place_of(challenger))
        return (
            _("in row 1") if row == 1 else _("in rows %(above)s and %(row)s") % {"above": row - 1, "row": row}
        )

    def challenge_won(self, standing: LadderOrder, winner: int, loser: int) -> None:
        order = standing.order
        high, low = order.index(loser), order.index(winner)
        if high < low:
            order[high], order[low] = winner, loser
