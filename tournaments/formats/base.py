"""What a format sees and returns. Plain data: no Django, no clock, no randomness of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol


class Empty(Enum):
    """A seat without an entry in it."""

    BYE = auto()  # nobody will ever sit here
    PENDING = auto()  # somebody will: the match that decides who is not over


Seat = int | Empty

Meet = tuple[str, frozenset[int]]
"""The slot and the two entries that meet in it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries to play each other; `key` names the slot for good, e.g. "R2-M1"."""

    key: str
    round: int
    one: int
    two: int

    @property
    def meet(self) -> Meet:
        return self.key, frozenset((self.one, self.two))


@dataclass(frozen=True, slots=True)
class Decided:
    """How a fixture between two entries ended; without a winner nobody goes on."""

    one: int
    two: int
    winner: int | None


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """Everything a format may look at. Nothing of it changes, so what was folded from it can be kept.

    entries: numbers of the entries in the order of the draw, seed 1 first.
    results: what has been decided, by slot and by who met there. A slot that was corrected may hold several:
        a format takes the one of the two who sit there now.
    withdrawn: entries that play no further match.
    awaited: matches of theirs, by slot and by who meets there, that were told of before they left, and are
        decided as if they had not.
    """

    entries: tuple[int, ...]
    results: Mapping[Meet, Decided] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()
    awaited: frozenset[Meet] = frozenset()

    def decided(self, key: str, one: Seat, two: Seat) -> Decided | None:
        """How the two who sit in a slot ended their match there, if they have."""
        if isinstance(one, Empty) or isinstance(two, Empty):
            return None
        return self.results.get((key, frozenset((one, two))))

    def is_awaited(self, key: str, one: Seat, two: Seat) -> bool:
        """Whether the match of the two who sit in a slot is decided though one of them has withdrawn."""
        return (key, frozenset((one, two))) in self.awaited


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a bracket, playable or not yet; `winner` is who comes out of it."""

    key: str
    round: int
    number: int
    one: Seat
    two: Seat
    winner: Seat


@dataclass(frozen=True, slots=True)
class Feed:
    """Where the winner of a slot goes on: the slot `key`, as side `side` (0 or 1) of it.

    Whoever comes out of the slot `other` is the opponent.
    """

    key: str
    round: int
    side: int
    other: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry ends: from `first` to `last` when shared. `settled` is False while it may still move."""

    entry: int
    first: int
    last: int
    settled: bool


class Format(Protocol):
    """A way to run an event. Implementations are stateless: same history, same answer.

    Entries are only ever appended to a history and withdrawals are noted in it, so keys never shift.
    """

    code: str
    name: str

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        """Every pairing that stands: played, awaited, or both entries known and present."""
        ...

    def due(self, history: History) -> tuple[Pairing, ...]:
        """Those of them that have no result yet: to be played, or awaited."""
        return tuple(pairing for pairing in self.pairings(history) if pairing.meet not in history.results)

    def feeds(self, key: str, size: int) -> tuple[Feed, ...] | None:
        """Where the winner of a slot goes on in a draw of `size` entries; nowhere from the last match.

        None of a format in which a result may move more than that: then everything is folded anew.
        """
        ...

    def standings(self, history: History) -> tuple[Place, ...]:
        """Every entry's place, best first."""
        ...

    def bracket(self, history: History) -> tuple[tuple[Slot, ...], ...]:
        """The whole draw, round by round, for showing."""
        ...

    def is_over(self, history: History) -> bool:
        """Whether nothing is left to play."""
        ...
