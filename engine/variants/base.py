"""What a variant decides: where the checkers start, what may be played, and how a game ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..claims import Judged, begins, judge
from ..dice import Roll
from ..plays import Step, legal_plays
from ..position import BAR, OFF, Position, Side, side
from ..record import Hop

SINGLE, GAMMON, BACKGAMMON = 1, 2, 3
ENDINGS = {SINGLE: "single", GAMMON: "gammon", BACKGAMMON: "backgammon"}


@dataclass(frozen=True)
class Variant:
    """A game of the backgammon family. The methods are backgammon; a variant overrides what it plays
    differently.

    `tags` are the names transcript files call it by, in lower case letters and digits only.
    """

    code: str
    name: str
    tags: tuple[str, ...]
    points: Mapping[int, int]

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

    def has_won(self, own: Sequence[int]) -> bool:
        """Whether a side has finished."""
        return own[OFF] == self.checkers

    def win(self, loser: Sequence[int]) -> int:
        """How often the cube a finished game is won: 1, 2 or 3.

        Twice if the loser has borne off nothing; three times if besides he has a checker on the bar or in the
        winner's home board, his own points 19 to 24. One checker off makes it a single game, also with others
        on the bar.
        """
        if loser[OFF]:
            return SINGLE
        return BACKGAMMON if any(loser[19 : BAR + 1]) else GAMMON
