"""Who is in the field of an event before its draw, and who waits for a place in it.

Whoever is in stays in, as long as the event takes as many. A place that gets free goes to the first in line:
whoever has entered, applied or come back the earliest of those who wait.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry comes, or comes back. `since` is its place in the line: the lowest first."""

    serial: int
    entry: int
    since: int


@dataclass(frozen=True, slots=True)
class Departure:
    serial: int
    entry: int


@dataclass(frozen=True, slots=True)
class CapacityChange:
    """From now on the event takes so many; None for any number."""

    serial: int
    capacity: int | None


Happening = Arrival | Departure | CapacityChange


@dataclass(slots=True)
class WaitingList:
    """The entries in the field, in the order in which they came into it, and those that wait, first in line.

    capacity: how many the field takes; None for any number.
    """

    capacity: int | None
    in_field: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    # By entry, of all that have come.
    since: dict[int, int] = field(default_factory=dict)

    def follow(self, happening: Happening) -> None:
        match happening:
            case Arrival(_, entry, since):
                self.since[entry] = since
                self.waiting.append(entry)
            case Departure(_, entry):
                for those in (self.in_field, self.waiting):
                    if entry in those:
                        those.remove(entry)
            case CapacityChange(_, capacity):
                self.capacity = capacity
                if capacity is not None:
                    # The last who came in wait again.
                    self.waiting += self.in_field[capacity:]
                    del self.in_field[capacity:]
        self.waiting.sort(key=self.since.__getitem__)
        free = len(self.waiting) if self.capacity is None else self.capacity - len(self.in_field)
        self.in_field += self.waiting[:free]
        del self.waiting[:free]


def fold_waiting_list(capacity: int | None, happenings: Iterable[Happening]) -> WaitingList:
    """What has become of an event that took `capacity` to begin with."""
    found = WaitingList(capacity)
    for happening in sorted(happenings, key=lambda each: each.serial):
        found.follow(happening)
    return found
