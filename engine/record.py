"""What a transcript claims to have happened. Nothing here has been checked against the rules.

Sides are 0 for the left column of a transcript and 1 for the right; points are each player's own, 25 the bar
and 0 off. Actions are immutable, so equal cells of a transcript may share one.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from .position import Side

if TYPE_CHECKING:
    from .packed import Reading

MOST_LENGTH = 9_999
MOST_NUMBER = 999_999
MOST_CUBE = 1 << 20
"""A match longer, a game of a higher number, a score, points or a cube beyond these is no transcript's: no
format need have room for it."""


class Hop(NamedTuple):
    """One checker's way as written, by one or more dice: from, to, and whether a hit is marked at its end."""

    start: int
    end: int
    hit: bool = False


class Written(Enum):
    """What stands after the dice."""

    PLAY = "play"
    NOTHING = "nothing"  # the dice alone: no legal play, or the roll was never played
    CANNOT_MOVE = "cannot move"
    UNKNOWN = "unknown"  # "????": the writer did not know, or the player gave up
    ILLEGAL = "illegal"  # the file itself calls the play illegal


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll and the play claimed for it. `dice` are as written, not yet known to be dice.

    `reading` is where the referee keeps how the play can be read, so that equal cells are worked out once.
    """

    dice: tuple[int, int]
    hops: tuple[Hop, ...] = ()
    written: Written = Written.PLAY
    reading: "Reading | None" = field(default=None, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Doubled:
    """A double offered: `value` is what the cube would show."""

    value: int


@dataclass(frozen=True, slots=True)
class Beavered:
    """The doubled player turns the cube at once and keeps it: a beaver, only known in sessions for money.

    The doubler may turn it once more without getting it, a raccoon, and so on in turns: each is a Beavered.
    """

    value: int


@dataclass(frozen=True, slots=True)
class Took:
    """The double is taken; after a resignation, the resignation is accepted."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The double is passed: the game is over."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player offers to give the game up, for `points` if they are written. It counts unless declined."""

    points: int | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """The resignation just offered is declined; the game goes on."""


@dataclass(frozen=True, slots=True)
class Won:
    """The result line of the winner, `and_match` if it claims the match as well.

    `placed` is False where no column of the file shows whose win it is; the side is then only a guess.
    """

    points: int
    and_match: bool = False
    placed: bool = True


@dataclass(frozen=True, slots=True)
class SetUp:
    """The game goes on from a position set by hand, at its beginning or later.

    `boards` are the checkers of side 0 and of side 1, each from its own view, None where the file does not
    say; `on_roll` is the side whose turn it is, None where whoever acts next may.
    """

    boards: tuple[Side, Side] | None = None
    cube: int = 1
    owner: int | None = None
    on_roll: int | None = None


Action = Rolled | Doubled | Beavered | Took | Passed | Resigned | Declined | Won | SetUp


class RecordedAction(NamedTuple):
    """One action: the number of its turn as printed, and the side whose column it stands in."""

    turn: int
    player: int
    action: Action


@dataclass(slots=True)
class GameRecord:
    """One game: its number and the score before it as written, and everything that happened in order.

    `cube` is what the cube shows before anybody has turned it: more than 1 after automatic doubles.
    `crawford` is what the file says of the game, None where it says nothing. `line` is where the game starts
    in the file.
    """

    number: int
    score: tuple[int, int]
    entries: list[RecordedAction] = field(default_factory=list)
    players: tuple[str, str] | None = None
    cube: int = 1
    crawford: bool | None = None
    line: int = field(default=0, compare=False)


@dataclass(slots=True)
class MatchRecord:
    """One match or session as a file records it.

    `length` is 0 for a session for money. `crawford`, `jacoby`, `beavers`, `automatic_doubles` (how many a
    game may begin with) and `cube_limit` are what the file says of the rules played, None where it does not,
    `cut` that its last row breaks off and `open_end` that no line end follows the last row, so that more of
    it may be missing. `names_variant` is False where the file does not say what is played, and backgammon is
    taken for it; `names_jacoby` is True where it says itself that the Jacoby rule was in use, and that is not
    just taken for granted, as of other sessions.
    """

    format: str
    variant: str
    length: int
    players: tuple[str, str]
    games: list[GameRecord] = field(default_factory=list)
    crawford: bool = True
    jacoby: bool = False
    beavers: bool | None = None
    automatic_doubles: int | None = None
    cube_limit: int | None = None
    cut: bool = False
    open_end: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    names_variant: bool = field(default=True, compare=False)
    names_jacoby: bool = field(default=False, compare=False)
