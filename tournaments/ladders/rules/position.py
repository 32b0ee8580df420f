"""Position ladders, as clubs of many sports hang them on the wall: who wins against the better moves up.

Leapfrog is Princeton's (princeton.edu/~puttc/ladder.htm): the winner is inserted above the loser, all between
move down by one. Winner up, loser down is Taunton's other form (winner +3, loser -1); a place for who wins
against somebody below is Tunbridge Wells's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from matches.play.errors import InvalidMatchOption

from .base import MEMBERS_MAX, move_player_on_ladder
from .events import LadderOrder
from .reach import ByPlaces
from .waiting import Costing


class ClimbRule(StrEnum):
    SWAP = "swap"
    LEAPFROG = "leapfrog"
    PLUS_MINUS = "plus_minus"


@dataclass(frozen=True)
class PositionLadder(Costing, ByPlaces):
    code = "position"
    name = _("Position ladder")
    description = _("Places one above the other, as on a club's wall.")
    moving = Costing.moving | {"movement", "rise", "drop", "lift"}

    movement: ClimbRule = option_field(
        ClimbRule.LEAPFROG,
        help=_(
            "How a match moves two players: they swap places, the winner is inserted above the loser, or "
            "the winner climbs and the loser falls by fixed numbers of places."
        ),
    )
    rise: int = option_field(
        3,
        help=_("Where both move by fixed numbers: how many places the winner climbs."),
        minimum=0,
        maximum=MEMBERS_MAX,
    )
    drop: int = option_field(
        1,
        help=_("Where both move by fixed numbers: how many places the loser falls."),
        minimum=0,
        maximum=MEMBERS_MAX,
    )
    lift: int = option_field(
        0,
        help=_(
            "How many places a player climbs who wins against somebody below; not where both move by fixed "
            "numbers."
        ),
        minimum=0,
        maximum=MEMBERS_MAX,
    )
    above: int = option_field(
        4, help=_("How many places above one may challenge."), minimum=0, maximum=MEMBERS_MAX
    )
    below: int = option_field(
        0, help=_("How many places below one may challenge."), minimum=0, maximum=MEMBERS_MAX
    )
    top: int = option_field(
        0, help=_("How many places at the top are closer together."), minimum=0, maximum=MEMBERS_MAX
    )
    above_top: int = option_field(
        2, help=_("How many places above a player of these may challenge."), minimum=0, maximum=MEMBERS_MAX
    )

    def check_options(self) -> None:
        super().check_options()
        if self.top and self.above_top > self.above:
            raise InvalidMatchOption(
                "The top %(top)s cannot challenge further up (%(above_top)s places) than everybody else "
                "(%(above)s). Choose above_top up to %(above)s.",
                {"top": self.top, "above_top": self.above_top, "above": self.above},
                option="above_top",
            )
        if self.movement is ClimbRule.PLUS_MINUS and not self.rise and not self.drop:
            raise InvalidMatchOption(
                "With rise 0 and drop 0 no match would move anybody. Let one of them be 1 or more.",
                option="rise",
            )

    def describe_reach(self) -> Iterator[Text]:
        yield from super().describe_reach()
        if self.top:
            yield ngettext_lazy(
                "In the top %(top)s it is up to %(above)s place above.",
                "In the top %(top)s it is up to %(above)s places above.",
                self.above_top,
            ) % {
                "top": self.top,
                "above": self.above_top,
            }

    def describe_moves(self) -> Iterator[Text]:
        match self.movement:
            case ClimbRule.SWAP:
                yield _("Who wins against somebody above swaps places.")
            case ClimbRule.LEAPFROG:
                yield _("Who wins against somebody above takes that place; all between move down by one.")
            case ClimbRule.PLUS_MINUS:
                yield ngettext_lazy(
                    "Who wins climbs %(rise)s place, who loses falls %(drop)s.",
                    "Who wins climbs %(rise)s places, who loses falls %(drop)s.",
                    self.rise,
                ) % {
                    "rise": self.rise,
                    "drop": self.drop,
                }
                return
        if self.lift:
            yield ngettext_lazy(
                "Who wins against somebody below climbs %(lift)s place.",
                "Who wins against somebody below climbs %(lift)s places.",
                self.lift,
            ) % {"lift": self.lift}

    def reach_span(self, place: int) -> tuple[int, int]:
        return self.above_top if place <= self.top else self.above, self.below

    def challenge_won(self, standing: LadderOrder, winner: int, loser: int) -> None:
        """Winner up, loser down: first the one, then the other."""
        order = standing.order
        if self.movement is ClimbRule.PLUS_MINUS:
            move_player_on_ladder(order, winner, -self.rise)
            move_player_on_ladder(order, loser, self.drop)
            return
        high, low = order.index(loser), order.index(winner)
        if low < high:
            move_player_on_ladder(order, winner, -self.lift)
        elif self.movement is ClimbRule.SWAP:
            order[high], order[low] = winner, loser
        else:
            move_player_on_ladder(order, winner, high - low)
