"""Which fixtures count: those whose slots are theirs by what the facts say, and no others.

Plain data: no Django, no clock. Whatever was created, played, corrected and undone, in whatever order, the
facts alone say which of all the fixtures there have been stands in which slot.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats import Decided, Meet, Pairing, Part, Slot


@dataclass(frozen=True, slots=True)
class Meeting:
    """A fixture and what is known of its match.

    one, two: numbers of the entries. result: of its match by the facts, counted or not.
    awaited: whether it was told of and is yet to be decided, noted only where one of the two has withdrawn;
        elsewhere that makes no difference.
    ruled_void: whether a ruling says that it never happened.
    void: whether it is marked as one that does not count; None where fixture and match disagree.
    """

    fixture: int
    match: int
    key: str
    one: int
    two: int
    result: Decided | None = None
    awaited: bool = False
    ruled_void: bool = False
    void: bool | None = False

    @property
    def meet(self) -> Meet:
        return self.key, frozenset((self.one, self.two))


Standing = tuple[Pairing, Meeting | None]
"""A pairing that stands, with the fixture that counts for it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes to make fixtures fit: some no longer count, some count again, some are to be created."""

    displaced: tuple[Meeting, ...]
    revived: tuple[Meeting, ...]
    created: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """What the facts of a tournament amount to; nothing of it means anything unless it was `drawn`."""

    drawn: bool
    plan: Plan
    passages: Mapping[str, int | None]
    over: bool


def holders(meetings: Iterable[Meeting]) -> dict[Meet, Meeting]:
    """Of each two who were to meet in a slot, the fixture in which they do: the first not ruled void.

    A match that was ruled void is played again in a fixture of its own; if that ruling is undone, the first
    holds again.
    """
    found: dict[Meet, Meeting] = {}
    for meeting in sorted(meetings, key=lambda meeting: meeting.fixture):
        if not meeting.ruled_void:
            found.setdefault(meeting.meet, meeting)
    return found


def decided(held: Mapping[Meet, Meeting]) -> dict[Meet, Decided]:
    """The results a format may look at. Whether a fixture counts depends on them, never the reverse."""
    return {meet: meeting.result for meet, meeting in held.items() if meeting.result is not None}


def awaited(held: Mapping[Meet, Meeting]) -> frozenset[Meet]:
    """The matches of those who have withdrawn that a format waits for."""
    return frozenset(meet for meet, meeting in held.items() if meeting.awaited)


def standing(pairings: Iterable[Pairing], meetings: Iterable[Meeting]) -> dict[str, Standing]:
    """The pairings that stand, by key, each with the fixture that counts for it if it has one."""
    held = holders(meetings)
    return {pairing.key: (pairing, held.get(pairing.meet)) for pairing in pairings}


def plan(pairings: Iterable[Pairing], meetings: Sequence[Meeting]) -> Plan:
    """What is to be done so that the fixtures that count are the pairings that stand."""
    stands = standing(pairings, meetings).values()
    counted = {meeting.fixture for _, meeting in stands if meeting is not None}
    return Plan(
        tuple(meeting for meeting in meetings if meeting.void is not True and meeting.fixture not in counted),
        tuple(meeting for meeting in meetings if meeting.void is not False and meeting.fixture in counted),
        tuple(pairing for pairing, meeting in stands if meeting is None),
    )


def passages(parts: Iterable[Part], results: Mapping[Meet, Decided]) -> dict[str, int | None]:
    """Slots that are passed without a match, by key: who came out, None if nobody, or nobody yet.

    Byes, and opponents who had withdrawn.
    """
    return {
        slot.key: slot.winner if isinstance(slot.winner, int) else None
        for part in parts
        for slots in part.rounds
        for slot in slots
        if slot.is_known and not _met(slot, results)
    }


def _met(slot: Slot, results: Mapping[Meet, Decided]) -> bool:
    return (
        isinstance(slot.one, int)
        and isinstance(slot.two, int)
        and (slot.key, frozenset((slot.one, slot.two))) in results
    )
