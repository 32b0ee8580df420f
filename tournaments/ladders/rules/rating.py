"""Rating ladders: the order is that of the ratings, a challenge is bound to places around one's own."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.options import option_field

from .base import MEMBERS_MAX, Values
from .events import LadderOrder
from .reach import ByPlaces
from .waiting import Waiting


@dataclass(frozen=True)
class RatingLadder(Waiting, ByPlaces):
    code = "rating"
    name = _("Rating ladder")
    description = _("A ladder that follows the ratings.")
    column = _("Rating")
    by_rating = True

    above: int = option_field(
        5, help=_("How many places above one may challenge."), minimum=0, maximum=MEMBERS_MAX
    )
    below: int = option_field(
        5, help=_("How many places below one may challenge."), minimum=0, maximum=MEMBERS_MAX
    )

    def describe_moves(self) -> Iterator[Text]:
        yield _("The order is that of the ratings.")

    def reach_span(self, place: int) -> tuple[int, int]:
        return self.above, self.below

    def arrange_order(self, standing: LadderOrder, values: Values) -> None:
        """The best rating first, equals as they joined; who has none yet comes last.

        What ratings were when somebody joined, won or lost is the ratings' to know.
        """
        standing.order.sort(key=lambda player: -values.get(player, -inf))
        standing.steps = [replace(step, before=None, after=None) for step in standing.steps]

    def challenge_won(self, standing: LadderOrder, winner: int, loser: int) -> None:
        """A match moves the ratings, and these the players."""
