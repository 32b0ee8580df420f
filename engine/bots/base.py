"""What a bot is asked and what it answers: plain values, so that it may run in another process."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, Self

from ..plays import Step
from ..position import Position, Side
from ..variants import Variant, refereed_variant
from ..words import Text

TAKE, PASS, BEAVER = "take", "pass", "beaver"


@dataclass(frozen=True, kw_only=True)
class BotQuestion:
    """The moment a bot decides in, seen from its own side.

    `variant` is a code and `options` are those of the variant that were chosen; `own` and `opponent` are the
    checkers (position.py). `dice` are what it has thrown, None before the roll. `away` are the points that it
    and the opponent still need, None in a session for money and in a game scored by pips. `cube` is what the
    cube shows, before the offer where one waits, 0 where there is none; `owner` is 0 for the bot, 1 for the
    opponent, None for the middle. `crawford_played` says that the Crawford game is over; `jacoby` and
    `beavers` are rules of the session. `seed` is what chance it allows itself is made from: the same question
    has the same answer.
    """

    variant: str
    own: Side
    opponent: Side
    dice: tuple[int, int] | None = None
    away: tuple[int, int] | None = None
    cube: int = 0
    owner: int | None = None
    crawford_played: bool = False
    jacoby: bool = False
    beavers: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    seed: str = ""

    @property
    def rules(self) -> Variant:
        """The variant with its options. Raises UnknownVariant and InvalidOption."""
        known = refereed_variant(self.variant)
        return known.with_options(self.options) if self.options else known

    @property
    def position(self) -> Position:
        """The position with the bot first."""
        return Position(self.own, self.opponent)

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        plain = asdict(self) | {"options": dict(self.options)}
        return {name: list(each) if isinstance(each, tuple) else each for name, each in plain.items()}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """The question that as_dict() was asked for."""
        given: dict[str, Any] = {
            name: tuple(each) if isinstance(each, list) else each for name, each in plain.items()
        }
        return cls(**given)


class Bot(Protocol):
    """A computer player. It decides by the question alone, and answers within a second.

    `code` is permanent; `name` and `description` are for people.
    """

    @property
    def code(self) -> str: ...

    @property
    def name(self) -> Text: ...

    @property
    def description(self) -> Text: ...

    def choose_play(self, question: BotQuestion) -> tuple[Step, ...]:
        """The steps of a legal play of `question.dice`, in an order that is legal; none if there is none."""

    def wants_to_double(self, question: BotQuestion) -> bool:
        """Whether the bot, about to roll and allowed to double, does."""

    def answer_double(self, question: BotQuestion) -> str:
        """The bot was doubled, from `cube` to twice that: TAKE, PASS, or BEAVER where there are beavers."""

    def answer_beaver(self, question: BotQuestion) -> str:
        """The bot's double was beavered; the cube shows `cube`: TAKE, or PASS for half of that."""
