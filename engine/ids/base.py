"""One moment of a match as identifiers describe it, and what a notation for it offers."""

from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from typing import Any, Protocol

from ..dice import Roll, is_roll
from ..errors import InvalidPosition
from ..position import Position, count_pips
from ..words import Text
from ..words import gettext_lazy as _

LARGEST_CUBE = 1 << 15
LONGEST = 200
"""Longer texts are refused unread; the longest identifiers have fewer than 100 characters."""


class GameState(IntEnum):
    """Where a game stands."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    PASSED = 4


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at one decision, without the checkers. Immutable; may be impossible: see `problems`.

    Sides are 0 and 1; a notation with a bottom and a top counts the bottom as 1. `on_roll` is whose turn it
    is, `turn` who decides next: the other side after a double or a resignation. `dice` are None until they
    are rolled. `doubled` says how often the cube was offered and waits for its answer: 1 a double, 2 a
    beaver, 3 a raccoon; `cube` is then still the value before. `resigned` is 0, or what the game is given up
    for: 1 to 3 times the cube. `length` is 0 in a session for money. `cube_limit` is None where none is
    known.
    """

    length: int = 0
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    owner: int | None = None
    on_roll: int = 1
    turn: int = 1
    dice: Roll | None = None
    doubled: int = 0
    resigned: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    state: GameState = GameState.PLAYING
    cube_limit: int | None = None

    def problems(self) -> list[Text]:
        """Everything that keeps this from being the state of a match; empty for a possible one."""
        found: list[Text] = []
        where = {"length": self.length, "score": f"{self.score[0]}-{self.score[1]}"}
        if self.length < 0 or min(self.score) < 0:
            found.append(_("%(length)s points and the score %(score)s cannot be negative") % where)
        elif self.state is GameState.PLAYING and 0 < self.length <= max(self.score):
            found.append(_("a match to %(length)s is over at %(score)s") % where)
        for cube, problem in (
            (self.cube, _("the cube shows %(cube)s; it shows a power of two up to %(most)s")),
            (
                self.cube_limit,
                _("the limit of the cube shows %(cube)s; it shows a power of two up to %(most)s"),
            ),
        ):
            if cube is not None and not (0 < cube <= LARGEST_CUBE and cube.bit_count() == 1):
                found.append(problem % {"cube": cube, "most": LARGEST_CUBE})
        if self.owner not in (None, 0, 1) or self.on_roll not in (0, 1) or self.turn not in (0, 1):
            found.append(
                _("owner %(owner)s, on roll %(on_roll)s and turn %(turn)s: sides are 0 and 1")
                % {"owner": self.owner, "on_roll": self.on_roll, "turn": self.turn}
            )
        if self.dice is not None and not is_roll(self.dice):
            found.append(
                _("%(one)s and %(two)s are not two dice from 1 to 6")
                % {"one": self.dice[0], "two": self.dice[1]}
            )
        if not 0 <= self.doubled <= 3:
            found.append(
                _("the cube was offered %(doubled)s times; a double, beaver and raccoon are three")
                % {"doubled": self.doubled}
            )
        if not 0 <= self.resigned <= 3:
            found.append(
                _("a game is given up for 1 to 3 times the cube, not %(resigned)s")
                % {"resigned": self.resigned}
            )
        if self.crawford and self.length < 2:
            found.append(_("a match to %(length)s has no Crawford game") % {"length": self.length})
        return found

    def require_possible(self) -> "MatchState":
        """Return this state. Raises InvalidPosition with the first of its problems."""
        if problems := self.problems():
            raise InvalidPosition("%(problem)s", {"problem": problems[0]})
        return self


@dataclass(frozen=True, slots=True)
class Situation:
    """What an identifier describes: the checkers, the side on roll first, and the match.

    What it leaves out is None; never both.
    """

    position: Position | None
    match: MatchState | None = None

    def with_roller_at_bottom(self) -> "Situation":
        """The same with the sides named anew, if need be, so that the one on roll is side 1, the bottom."""
        match = self.match
        if match is None or match.on_roll == 1:
            return self
        one, two = match.score
        return Situation(
            self.position,
            replace(
                match,
                score=(two, one),
                owner=None if match.owner is None else 1 - match.owner,
                on_roll=1,
                turn=1 - match.turn,
            ),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain data: checkers of both sides (index 0 off, 25 the bar), their pips, the match."""
        position = self.position
        return {
            "position": None
            if position is None
            else {"own": list(position.own), "opponent": list(position.opponent)},
            "pips": None if position is None else [count_pips(position.own), count_pips(position.opponent)],
            "match": None
            if self.match is None
            else asdict(self.match) | {"state": self.match.state.name.lower()},
        }


class Notation(Protocol):
    """One notation for a moment of a match. `code` is its permanent name."""

    code: str

    def recognises_id(self, text: str) -> bool:
        """Whether the text has the shape of this notation, right or wrong in detail."""

    def parse(self, text: str, checkers: int = 15, as_counts: bool = False) -> Situation:
        """Read an identifier of sides with `checkers` each, the missing ones borne off.

        `as_counts`: whatever a variant makes of both sides on one point.
        Raises InvalidPosition, and nothing else, naming what is wrong.
        """

    def write(self, situation: Situation) -> str:
        """Write an identifier. Raises InvalidPosition where the notation has no way to say it."""


def position_to_write(situation: Situation, notation: str) -> Position:
    """The position of a situation to be written. Raises InvalidPosition where there is none or no such."""
    position = situation.position
    if position is None:
        raise InvalidPosition("%(notation)s cannot be written without the checkers", {"notation": notation})
    if problems := position.problems():
        raise InvalidPosition("%(problem)s", {"problem": problems[0]})
    return position
