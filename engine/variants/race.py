"""Backgammon Race: the checkers begin on the bar and enter when the player likes; only hit ones must at once.

Sources: everything2, "Backgammon Race"; backgammonmasters.com, which differs on doubles. A side has one
number behind the 26: at HIT, how many of its checkers on the bar were hit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..claims import PlayFault
from ..dice import Roll, roll_steps
from ..errors import InvalidPosition
from ..plays import Step
from ..position import BAR, OFF, Position, Side
from ..words import gettext_lazy as _
from .base import variant_option
from .searched import Searched

HIT = BAR + 1


@dataclass(frozen=True, kw_only=True)
class Race(Searched):
    """Backgammon Race and its open points."""

    cube: bool = variant_option(
        False, (False, True), "whether there is a doubling cube", {True: _("With the doubling cube")}
    )
    steps_of_a_double: int = variant_option(
        4, (4, 2), "how many steps equal dice give", {2: _("A double is played twice, not four times")}
    )

    details: ClassVar[tuple[str, ...]] = ("hit",)

    def start_position(self) -> Position:
        """All checkers on the bar, none hit."""
        start = super().start_position()
        return Position((*start.own, 0), (*start.opponent, 0))

    def steps_of_roll(self, dice: Roll) -> tuple[int, ...]:
        """The steps a roll gives."""
        return roll_steps(dice)[: self.steps_of_a_double]

    def step_refusal(
        self, own: Sequence[int], opponent: Sequence[int], step: Step, die: int
    ) -> PlayFault | None:
        """Say why a checker may not take this step."""
        start, end = step
        if own[HIT] and start != BAR:
            return PlayFault(
                "hit_first",
                _("moves another checker with %(count)s hit still on the bar"),
                {"count": own[HIT]},
            )
        if end == OFF:
            return self.bear_off_refusal(own, start, die)
        if opponent[25 - end] > 1:
            return PlayFault(
                "open_point",
                _("the opponent holds the %(point)s-point with %(count)s checkers"),
                {"point": end, "count": opponent[25 - end]},
            )
        return None

    def after_step(self, own: Sequence[int], opponent: Sequence[int], step: Step) -> tuple[Side, Side]:
        """Both sides after one step: of the checkers on the bar those that were hit enter first."""
        start, end = step
        mine, theirs = list(own), list(opponent)
        mine[start] -= 1
        if start == BAR and mine[HIT]:
            mine[HIT] -= 1
        mine[end] += 1
        if self.step_hits(opponent, step):
            theirs[25 - end] = 0
            theirs[BAR] += 1
            theirs[HIT] += 1
        return tuple(mine), tuple(theirs)

    def position_of_counts(self, counted: Position, details: Mapping[str, object]) -> Position:
        """Return the position with `details["hit"]` of the bar's checkers of the player on roll hit, 0 if it
        is left out.

        How many of the opponent's were hit does not matter for a roll.
        """
        hit = details.get("hit", 0)
        if type(hit) is not int or not 0 <= hit <= counted.own[BAR]:
            raise InvalidPosition(
                '"hit" is a number up to %(most)s, the checkers on the bar: %(hit)s',
                {"most": counted.own[BAR], "hit": str(hit)[:40]},
            )
        return super().position_of_counts(Position((*counted.own, hit), (*counted.opponent, 0)), details)


RACE = Race(
    code="race",
    name=_("Backgammon Race"),
    description=_("Every checker enters from the bar, and whoever bears off first has won."),
    tags=("race", "backgammonrace"),
    points={BAR: 15},
)
