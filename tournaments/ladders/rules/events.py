"""What a ladder hears of, and where it stands after that. Plain data: players are numbers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Reply(StrEnum):
    """What became of a challenge that waited for an answer."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"  # by who made it
    LAPSED = "lapsed"  # nobody answered in time


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened `at` a moment; `serial` orders what happened at the same one."""

    at: datetime
    serial: int


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A player joins; `join` is the number of this joining."""

    join: int
    player: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    """The joining of that number is over."""

    join: int


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """A challenge, by its number."""

    challenge: int
    challenger: int
    challenged: int


@dataclass(frozen=True, slots=True)
class ChallengeReplied(Event):
    challenge: int
    reply: Reply


@dataclass(frozen=True, slots=True)
class ChallengePlayed(Event):
    """The match of a challenge is over. winner: nobody, if both lost it or neither won.

    A match that was ruled void does not count: nobody has met anybody.
    """

    challenge: int
    winner: int | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """Nobody can be challenged any more."""


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """Everybody can be challenged again."""


class StepCause(StrEnum):
    """What moved somebody."""

    JOINED = "joined"
    LEFT = "left"
    WON = "won"
    LOST = "lost"
    DREW = "drew"
    REFUSED = "refused"
    LAPSED = "lapsed"
    IDLE = "idle"
    COMPRESSED = "compressed"


@dataclass(frozen=True, slots=True)
class Step:
    """What one event did to one player. before and after: the place, from 1, or on stairs the step.

    before is None for who joins, after for who leaves; both where places are not won but follow ratings.
    """

    at: datetime
    cause: StepCause
    player: int
    before: int | None
    after: int | None
    challenge: int | None = None
    other: int | None = None


@dataclass(slots=True)
class Open:
    """A challenge that is neither played nor turned down; accepted_at: since when it waits to be played."""

    challenge: int
    challenger: int
    challenged: int
    made_at: datetime
    accepted_at: datetime | None = None

    @property
    def both_players(self) -> tuple[int, int]:
        return self.challenger, self.challenged


@dataclass(slots=True)
class LadderOrder:
    """Where a ladder stands: made by the fold, only read by others.

    order: the members, the best first. levels: their steps, on stairs alone. open: challenges by number.
    met: when two last finished a match. partners: with whom somebody last did. immune: until when who has
    defended a place is left alone. active: since when somebody counts as idle. steps: everything that moved
    anybody, in order. closed_since: since when nobody can be challenged, if that is so.
    """

    order: list[int] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)
    joins: dict[int, int] = field(default_factory=dict)
    challenges: dict[int, Challenged] = field(default_factory=dict)
    open: dict[int, Open] = field(default_factory=dict)
    met: dict[frozenset[int], datetime] = field(default_factory=dict)
    partners: dict[int, int] = field(default_factory=dict)
    immune: dict[int, datetime] = field(default_factory=dict)
    active: dict[int, datetime] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    closed_since: datetime | None = None
    # No member can be idle for too long before this moment.
    idle_from: datetime | None = None
    # The month until whose first day time has passed, as a year and a month; on stairs.
    month: tuple[int, int] | None = None

    def place_of(self, player: int) -> int:
        """The place of a member, from 1."""
        return self.order.index(player) + 1

    def mark_of(self, player: int) -> int | None:
        """Where a member stands as steps show it: the step on stairs, else the place; None for a stranger."""
        if player not in self.order:
            return None
        return self.levels.get(player) or self.place_of(player)

    def challenges_by(self, player: int) -> list[Open]:
        return [each for each in self.open.values() if each.challenger == player]

    def challenges_to(self, player: int) -> list[Open]:
        return [each for each in self.open.values() if each.challenged == player]

    def note_step(
        self,
        at: datetime,
        players: Iterable[tuple[StepCause, int, int | None]],
        challenge: int | None = None,
        other: int | None = None,
    ) -> None:
        """Write down where players, each with the cause and where he stood before, stand now."""
        for cause, player, before in players:
            self.steps.append(Step(at, cause, player, before, self.mark_of(player), challenge, other))
