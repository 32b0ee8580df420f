"""What a variant decides: where the checkers start, what may be played, and how a game ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from reprlib import repr as brief
from typing import Any, ClassVar, NamedTuple, Self

from ..claims import JudgedPlay, begins_legal_play, judge_play
from ..dice import Roll
from ..errors import InvalidOption, InvalidPosition
from ..notation import format_plays
from ..plays import Step, after_step, legal_plays, step_hits
from ..position import BAR, OFF, Position, Side, has_contact, make_side
from ..record import Hop
from ..words import Text
from ..words import gettext_lazy as _

SINGLE, GAMMON, BACKGAMMON = 1, 2, 3
ENDINGS = {SINGLE: "single", GAMMON: "gammon", BACKGAMMON: "backgammon"}


class Finish(NamedTuple):
    """How a game ends on the board.

    `won` says whether the player who has just played has won; None is a draw. `wins` is how often the cube
    the game is won, 0 for a draw.
    """

    won: bool | None
    wins: int


class Option(NamedTuple):
    """A point the sources leave open, for an event to decide: the default, what else there is, and what it
    decides. `chosen` describes what it means to choose a value that is not the default.
    """

    default: object
    values: tuple[object, ...]
    text: str
    chosen: Mapping[object, Text]


def variant_option(default: Any, values: tuple[object, ...], text: str, chosen: Mapping[Any, Text]) -> Any:
    """Declare a field of a variant as an option."""
    return field(default=default, metadata={"option": Option(default, values, text, chosen)})


@dataclass(frozen=True, kw_only=True)
class ScoredVariant:
    """A game that matches are played in, as far as scores go.

    `tags` are the names transcript files call it by, in lower case letters and digits only. `cube` is False
    where the game is played without a doubling cube; `most_wins` is how often the cube a game can be won at
    most.
    """

    code: str
    name: Text
    description: Text
    tags: tuple[str, ...]
    cube: bool = True
    most_wins: int = BACKGAMMON

    draws: ClassVar[bool] = False
    """Whether a game can end without a winner."""

    @property
    def possible_wins(self) -> tuple[int, ...]:
        """How often the cube a game can be won."""
        return tuple(range(SINGLE, self.most_wins + 1))

    @property
    def options(self) -> dict[str, Option]:
        """The points left open, by name."""
        return {known.name: known.metadata["option"] for known in fields(self) if "option" in known.metadata}

    def with_options(self, values: Mapping[str, Any]) -> Self:
        """Return this variant with options chosen. Raises InvalidOption naming what there is to choose."""
        options = self.options
        for name, value in values.items():
            if name not in options:
                raise InvalidOption(
                    '%(code)s has no option "%(name)s": there are %(known)s',
                    {"code": self.code, "name": name[:40], "known": [*options] or _("none")},
                    option=name,
                )
            choices = options[name].values
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise InvalidOption(
                    "%(name)s is one of %(allowed)s, not %(value)s",
                    {"name": name, "allowed": choices, "value": brief(value)},
                    option=name,
                )
        return replace(self, **values)


@dataclass(frozen=True, kw_only=True)
class Variant(ScoredVariant):
    """A game of the backgammon family that the referee knows the rules of.

    The methods are backgammon; a variant overrides what it plays differently, and declares what its sources
    leave open as an `option`.
    """

    points: Mapping[int, int]

    details: ClassVar[tuple[str, ...]] = ()
    """What `position_of_counts` needs to know besides where the checkers stand."""
    versions: ClassVar[Mapping[str, str]] = {}
    """The rules of the rulebook that the variant has its own version of: key of RULES -> key of RULES."""
    pins: ClassVar[bool] = False
    """Whether a lone checker that is landed on stays, held where it stands."""
    hits: ClassVar[bool] = True
    """Whether a lone checker that is landed on goes to the bar."""
    last_quarter: ClassVar[range] = range(19, BAR + 1)
    """Where, seen by the loser, the winner's home board is, the bar included."""

    @property
    def checker_count(self) -> int:
        """How many checkers a side has."""
        return sum(self.points.values())

    def start_position(self) -> Position:
        """The position every game begins from."""
        one: Side = make_side(self.checker_count, self.points)
        return Position(one, one)

    def problems(self, position: Position) -> list[Text]:
        """Everything that keeps these checkers from standing on one board; empty for a possible position."""
        return position.problems()

    def facing_point(self, point: int) -> int:
        """The opponent's number of a player's point, 1 to 24."""
        return 25 - point

    def is_pinned(self, checkers: Sequence[int], point: int) -> bool:
        """Whether a side's checker on a point is held there by the opponent's."""
        return False

    def position_of_counts(self, counted: Position, details: Mapping[str, object]) -> Position:
        """Return the position in which as many checkers stand where as `counted` says.

        `details` are those of `self.details` that are known. Raises InvalidPosition if there is none or more
        than one such position.
        """
        problems = self.problems(counted)
        if problems:
            raise InvalidPosition("this is not a possible position: %(problem)s", {"problem": problems[0]})
        return counted

    def after_step(self, own: Sequence[int], opponent: Sequence[int], step: Step) -> tuple[Side, Side]:
        """Both sides after one legal step."""
        return after_step(own, opponent, step)

    def step_hits(self, opponent: Sequence[int], step: Step) -> bool:
        """Whether the step is written with a mark for what it does to a checker of the opponent's."""
        return step_hits(opponent, step)

    def legal_plays(self, position: Position, dice: Roll) -> dict[Position, tuple[Step, ...]]:
        """Every legal result of a roll and one way to play it; the same player stays first."""
        return legal_plays(position, dice)

    def format_legal_plays(self, position: Position, dice: Roll) -> list[str]:
        """Every legal play of a roll in standard notation, those from the back of the board first."""
        return format_plays(
            position, self.legal_plays(position, dice).values(), self.after_step, self.step_hits
        )

    def judge_play(
        self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
    ) -> JudgedPlay:
        """Judge one written play."""
        return judge_play(own, opponent, dice, hops)

    def begins_legal_play(
        self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
    ) -> bool:
        """Whether the text of a legal play can begin like this."""
        return begins_legal_play(own, opponent, dice, hops)

    def may_open_with(self, dice: Roll) -> bool:
        """Whether a game may begin with this roll: one die each, and equal dice are thrown again."""
        return dice[0] != dice[1]

    def game_finish(self, own: Sequence[int], opponent: Sequence[int]) -> Finish | None:
        """How the game has ended with the play that led to `own` and `opponent`; None while it goes on.

        Whoever bears off his last checker wins: twice the cube if the loser has borne off nothing; three
        times if besides he has a checker on the bar or in the winner's home board, his own points 19 to 24.
        One checker off makes it a single game, also with others on the bar.
        """
        if own[OFF] != self.checker_count:
            return None
        if opponent[OFF]:
            return Finish(True, SINGLE)
        behind = any(opponent[point] for point in self.last_quarter)
        return Finish(True, min(BACKGAMMON if behind else GAMMON, self.most_wins))

    def finish_if_borne_off(self, opponent: Sequence[int]) -> Finish:
        """How a game ends if a side bears off its last checker while the other has `opponent`."""
        finish = self.game_finish((self.checker_count, *[0] * (len(opponent) - 1)), opponent)
        assert finish is not None
        return finish

    @property
    def won_by_bearing_off(self) -> bool:
        """Whether who bears off first wins."""
        return self.finish_if_borne_off(self.start_position().opponent).won is True

    def has_contact(self, own: Sequence[int], opponent: Sequence[int]) -> bool:
        """Whether the two sides can still hit or block each other."""
        return has_contact(own, opponent)
