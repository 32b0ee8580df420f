"""What a variant decides: where the checkers start, what may be played, and how a game ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..claims import Judged, begins, judge
from ..dice import Roll
from ..plays import Step, legal_plays
from ..position import BAR, OFF, Position, Side, contact, side
from ..record import Hop

SINGLE, GAMMON, BACKGAMMON = 1, 2, 3
ENDINGS = {SINGLE: "single", GAMMON: "gammon", BACKGAMMON: "backgammon"}


class Finish(NamedTuple):
    """How a game ends on the board.

    `won` tells whether the player who has just played has won; None is a draw. `wins` is how often the cube
    the game is won, 0 for a draw.
    """

    won: bool | None
    wins: int


@dataclass(frozen=True)
class Variant:
    """A game of the backgammon family. The methods are backgammon; a variant overrides what it plays
    differently.

    `tags` are the names transcript files call it by, in lower case letters and digits only. `cube` is False
    where the game is played without a doubling cube.
    """

    code: str
    name: str
    tags: tuple[str, ...]
    points: Mapping[int, int]
    cube: bool = True

    @property
    def checkers(self) -> int:
        """How many checkers a side has."""
        return sum(self.points.values())

    def start(self) -> Position:
        """The position every game begins from."""
        one: Side = side(self.checkers, self.points)
        return Position(one, one)

    def legal_plays(self, position: Position, dice: Roll) -> dict[Position, tuple[Step, ...]]:
        """Every legal result of a roll and one way to play it; the same player stays first."""
        return legal_plays(position, dice)

    def judge(self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> Judged:
        """Judge one written play."""
        return judge(own, opponent, dice, hops)

    def begins(self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> bool:
        """Whether the text of a legal play can begin like this."""
        return begins(own, opponent, dice, hops)

    def opens_with(self, dice: Roll) -> bool:
        """Whether a game may begin with this roll: one die each, and equal dice are thrown again."""
        return dice[0] != dice[1]

    def finish(self, own: Sequence[int], opponent: Sequence[int]) -> Finish | None:
        """How the game has ended with the play that led to `own` and `opponent`; None while it goes on.

        Whoever bears off his last checker wins: twice the cube if the loser has borne off nothing; three
        times if besides he has a checker on the bar or in the winner's home board, his own points 19 to 24.
        One checker off makes it a single game, also with others on the bar.
        """
        if own[OFF] != self.checkers:
            return None
        if opponent[OFF]:
            return Finish(True, SINGLE)
        return Finish(True, BACKGAMMON if any(opponent[19 : BAR + 1]) else GAMMON)

    def contact(self, own: Sequence[int], opponent: Sequence[int]) -> bool:
        """Whether the two sides can still hit or block each other."""
        return contact(own, opponent)
