"""Fevga: both sides move the same way round, and a single checker holds a point.

Each side starts from its own 24-point; the opponent's start is the player's 12-point. So a player's point p
is the opponent's p + 12 or p - 12.

Sources: BrainKing's rules of Fevga; a page after bkgm.com.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..claims import PlayFault
from ..plays import Step
from ..position import BAR, OFF, Position, Side
from ..words import Text
from ..words import gettext_lazy as _
from .base import variant_option
from .tavli import Tavli

START, OPPONENTS_START = 24, 12


def facing_point(point: int) -> int:
    """The opponent's number of a player's point."""
    return point + 12 if point <= 12 else point - 12


@dataclass(frozen=True, kw_only=True)
class Fevga(Tavli):
    """Fevga and its open points."""

    cube: bool = variant_option(
        False, (False, True), "whether there is a doubling cube", {True: _("With the doubling cube")}
    )
    prime_before_all: str = variant_option(
        "not_left",
        ("not_left", "opened", "allowed"),
        "a prime of six right before all the opponent's checkers on one point: never left by a play, or "
        "opened by the next play, or allowed",
        {
            "opened": _("A prime before all the opponent's checkers is opened by the next play"),
            "allowed": _("A prime before all the opponent's checkers is allowed"),
        },
    )

    versions: ClassVar[Mapping[str, str]] = {
        "points_of_play": "points_of_fevga",
        "points_of_resignation": "resignation_at_most",
    }
    hits: ClassVar[bool] = False
    last_quarter: ClassVar[range] = range(13, 19)

    def step_refusal(
        self, own: Sequence[int], opponent: Sequence[int], step: Step, die: int
    ) -> PlayFault | None:
        """Say why a checker may not take this step."""
        start, end = step
        if start == START and own[START] == self.checker_count - 1 and any(own[OPPONENTS_START:START]):
            return PlayFault(
                "first_past_start", _("the first checker has not yet passed the opponent's start")
            )
        if end == OFF:
            return self.bear_off_refusal(own, start, die)
        held = opponent[facing_point(end)]
        if held:
            return PlayFault(
                "single_block",
                _("the opponent holds the %(point)s-point with a checker")
                if held == 1
                else _("the opponent holds the %(point)s-point with %(count)s checkers"),
                {"point": end, "count": held},
            )
        if all(own[point] - (point == start) + (point == end) for point in range(19, 25)):
            return PlayFault(
                "starting_quarter", _("all six points of the player's starting quarter would be held")
            )
        return None

    def left_board_fault(self, before: Position, after: Position) -> PlayFault | None:
        """A prime of six is not left right before all the opponent's checkers."""
        stood = self.prime_before_all == "opened" and not self._is_shut_in(before)
        if self.prime_before_all == "allowed" or stood or not self._is_shut_in(after):
            return None
        return PlayFault(
            "prime_before_all", _("leaves a prime of six right before all the opponent's checkers")
        )

    def _is_shut_in(self, position: Position) -> bool:
        """Whether all the opponent's checkers stand on one point right behind a prime of six."""
        behind = next((at for at in range(24, 6, -1) if position.opponent[at]), OFF)
        return position.opponent[behind] == self.checker_count and all(
            position.own[facing_point(point)] for point in range(behind - 6, behind)
        )

    def after_step(self, own: Sequence[int], opponent: Sequence[int], step: Step) -> tuple[Side, Side]:
        """Both sides after one step; nothing happens to the opponent."""
        mine = list(own)
        mine[step[0]] -= 1
        mine[step[1]] += 1
        return tuple(mine), tuple(opponent)

    def facing_point(self, point: int) -> int:
        """The opponent's number of a player's point: both sides move the same way round."""
        return facing_point(point)

    def step_hits(self, opponent: Sequence[int], step: Step) -> bool:
        """Nobody is hit."""
        return False

    def problems(self, position: Position) -> list[Text]:
        """Everything that keeps these checkers from standing on one board; empty for a possible position."""
        found = [
            _("both sides stand on the %(point)s-point") % {"point": point}
            for point in range(1, 25)
            if position.own[point] and position.opponent[facing_point(point)]
        ]
        if position.own[BAR] or position.opponent[BAR]:
            found.append(_("a checker stands on the bar, and nobody is hit"))
        return found

    def has_contact(self, own: Sequence[int], opponent: Sequence[int]) -> bool:
        """Whether a point that one side still has before it can be held by the other."""
        mine = {point for point in range(1, 25) if any(own[point:25])}
        return any(facing_point(point) in mine for point in range(1, 25) if any(opponent[point:25]))


FEVGA = Fevga(
    code="fevga",
    name=_("Fevga"),
    description=_("Nobody is hit, and one checker holds a point; both sides go the same way round."),
    tags=("fevga",),
    points={START: 15},
)
