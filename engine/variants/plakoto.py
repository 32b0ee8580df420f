"""Plakoto: nobody is hit; a lone checker that is landed on is pinned until the opponent leaves.

Sources: BrainKing's rules of Plakoto; Ludii; FIBS, "The Board"; what only some of them say is an option. A
side has 24 more numbers behind the 26: at PINNED + point, 1 if the player's checker on that point is pinned.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as brief
from typing import ClassVar

from ..claims import PlayFault
from ..errors import InvalidPosition
from ..plays import Step
from ..position import BAR, OFF, Position, Side
from ..words import Text
from ..words import gettext_lazy as _
from .base import BACKGAMMON, GAMMON, SINGLE, Finish, variant_option
from .tavli import Tavli

PINNED = BAR
START = 24
DRAW = Finish(None, 0)


@dataclass(frozen=True, kw_only=True)
class Plakoto(Tavli):
    """Plakoto and its open points."""

    start_pinned_wins: int = variant_option(
        GAMMON,
        (GAMMON, SINGLE, BACKGAMMON),
        "how often a game counts that ends with the last checker of the start point pinned",
        {
            SINGLE: _("Pinning the last checker of the start point wins once"),
            BACKGAMMON: _("Pinning the last checker of the start point wins three times"),
        },
    )
    bear_off_while_pinned: bool = variant_option(
        False,
        (False, True),
        "whether checkers are borne off while another of the player's is pinned",
        {True: _("Checkers are borne off even while one is pinned")},
    )

    draws: ClassVar[bool] = True
    pins: ClassVar[bool] = True
    hits: ClassVar[bool] = False
    versions: ClassVar[Mapping[str, str]] = {
        "points_of_play": "points_of_plakoto",
        "points_of_resignation": "resignation_at_most",
        "winner_of_game": "winner_of_plakoto",
    }
    details: ClassVar[tuple[str, ...]] = ("pinned",)

    @property
    def possible_wins(self) -> tuple[int, ...]:
        """How often the cube a game can be won."""
        return tuple(range(SINGLE, max(self.most_wins, self.start_pinned_wins) + 1))

    def start_position(self) -> Position:
        """All checkers on the player's 24-point, none pinned."""
        start = super().start_position()
        return Position(start.own + (0,) * 24, start.opponent + (0,) * 24)

    def step_refusal(
        self, own: Sequence[int], opponent: Sequence[int], step: Step, die: int
    ) -> PlayFault | None:
        """Say why a checker may not take this step."""
        start, end = step
        if own[PINNED + start]:
            return PlayFault("pinned", _("the checker on the %(point)s-point is pinned"), {"point": start})
        if end == OFF:
            if any(own[PINNED + 1 :]) and not self.bear_off_while_pinned:
                return PlayFault(
                    "bear_off_while_pinned", _("bears off while a checker of the player's is pinned")
                )
            return self.bear_off_refusal(own, start, die)
        if opponent[25 - end] > 1:
            return PlayFault(
                "plakoto_block",
                _("the opponent holds the %(point)s-point with %(count)s checkers"),
                {"point": end, "count": opponent[25 - end]},
            )
        if own[PINNED + end]:
            return PlayFault(
                "plakoto_block",
                _("the opponent pins a checker on the %(point)s-point and so holds it"),
                {"point": end},
            )
        return None

    def after_step(self, own: Sequence[int], opponent: Sequence[int], step: Step) -> tuple[Side, Side]:
        """Both sides after one step; who is left alone is free, who is landed on alone is pinned."""
        start, end = step
        mine, theirs = list(own), list(opponent)
        mine[start] -= 1
        mine[PINNED + start] = 0
        if not mine[start]:
            theirs[PINNED + 25 - start] = 0
        mine[end] += 1
        if self.step_hits(opponent, step):
            theirs[PINNED + 25 - end] = 1
        return tuple(mine), tuple(theirs)

    def is_pinned(self, checkers: Sequence[int], point: int) -> bool:
        """Whether a side's checker on a point is pinned."""
        return bool(checkers[PINNED + point])

    def is_over(self, own: Sequence[int], opponent: Sequence[int]) -> bool:
        """Whether the last checker of a start point is pinned and that decides the game at once."""
        return self._finish_by_pin(own, opponent) is not None

    def game_finish(self, own: Sequence[int], opponent: Sequence[int]) -> Finish | None:
        """How the game has ended with the play that led to `own` and `opponent`; None while it goes on.

        Who has the last checker of his start point pinned there loses, as soon as the opponent has none left
        on his own; with both pinned it is a draw. Else as in backgammon.
        """
        return self._finish_by_pin(own, opponent) or super().game_finish(own, opponent)

    def _finish_by_pin(self, own: Sequence[int], opponent: Sequence[int]) -> Finish | None:
        mine, theirs = own[PINNED + START], opponent[PINNED + START]
        if mine and theirs:
            return DRAW
        if theirs and not own[START]:
            return Finish(True, self.start_pinned_wins)
        if mine and not opponent[START]:
            return Finish(False, self.start_pinned_wins)
        return None

    def problems(self, position: Position) -> list[Text]:
        """Everything that keeps these checkers from standing on one board; empty for a possible position."""
        found: list[Text] = []
        for point in range(1, 25):
            sides = [(position.own, point), (position.opponent, 25 - point)]
            pinned = [checkers[at] for checkers, at in sides if checkers[PINNED + at]]
            shared = all(checkers[at] for checkers, at in sides)
            if pinned != [1] * shared:
                found.append(
                    _("on the %(point)s-point it is not one checker that is pinned") % {"point": point}
                )
        if position.own[BAR] or position.opponent[BAR]:
            found.append(_("a checker stands on the bar, and nobody is hit"))
        return found

    def position_of_counts(self, counted: Position, details: Mapping[str, object]) -> Position:
        """Return the position with pins. Where both sides have checkers on a point, a lone one is pinned.

        Where each has one, `details["pinned"]` has to say: a list of the points of the player on roll whose
        own checker is pinned.
        """
        named = details.get("pinned")
        mine, theirs = [0] * 24, [0] * 24
        for point in range(1, 25):
            own, opponent = counted.own[point], counted.opponent[25 - point]
            if not (own and opponent):
                continue
            if own == opponent == 1 and not isinstance(named, list):
                raise InvalidPosition(
                    'each side has one checker on the %(point)s-point: say in "pinned" on which points the '
                    "player on roll has a pinned checker",
                    {"point": point},
                )
            if opponent > 1 or (own == 1 and isinstance(named, list) and point in named):
                mine[point - 1] = 1
            else:
                theirs[24 - point] = 1
        known = [point for point in range(1, 25) if mine[point - 1]]
        if named is not None and not (isinstance(named, list) and all(point in known for point in named)):
            raise InvalidPosition(
                '"pinned" is no list of points with a pinned checker: %(named)s', {"named": brief(named)}
            )
        return super().position_of_counts(
            Position(counted.own + tuple(mine), counted.opponent + tuple(theirs)), details
        )


PLAKOTO = Plakoto(
    code="plakoto",
    name=_("Plakoto"),
    description=_("Nobody is hit: a lone checker is pinned where it stands."),
    tags=("plakoto",),
    points={START: 15},
    cube=False,
)
