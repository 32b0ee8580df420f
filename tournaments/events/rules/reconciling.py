"""Which fixtures count: those whose slots are theirs by the facts, and no others.

Plain data: no Django, no clock. Whatever was created, played, corrected and undone, in whatever order, the
facts alone say which of all the fixtures there have been belongs to which slot.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats import Meet, Pairing, PairingResult, Part, Slot


@dataclass(frozen=True, slots=True)
class FixtureFacts:
    """A fixture and what is known of its match.

    one, two: numbers of the entries. result: of its match by the facts, counted or not.
    pending: whether it was reported and is yet to be finalised, noted only where one of the two has
        withdrawn; elsewhere that makes no difference.
    ruled_void: whether a ruling made it void.
    void: whether it is marked as one that does not count; None where fixture and match disagree.
    created_at: when it was set up.
    """

    fixture: int
    match: int
    key: str
    one: int
    two: int
    result: PairingResult | None = None
    pending: bool = False
    ruled_void: bool = False
    void: bool | None = False
    created_at: datetime | None = None

    @property
    def meet_key(self) -> Meet:
        return self.key, frozenset((self.one, self.two))


Standing = tuple[Pairing, FixtureFacts | None]
"""A pairing that stands, with the fixture that counts for it."""


@dataclass(frozen=True, slots=True)
class FixturePlan:
    """What it takes to make fixtures fit: some no longer count, some count again, some are to be created."""

    superseded: tuple[FixtureFacts, ...]
    reinstated: tuple[FixtureFacts, ...]
    created: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """What the facts of a tournament amount to; nothing of it means anything unless it was `drawn`."""

    drawn: bool
    plan: FixturePlan
    passages: Mapping[str, int | None]
    over: bool


def fixtures_that_count(meetings: Iterable[FixtureFacts]) -> dict[Meet, FixtureFacts]:
    """Of each two who were to meet in a slot, the fixture in which they do: the first not ruled void.

    A match that was ruled void is played again in a fixture of its own; if that ruling is undone, the first
    holds again.
    """
    found: dict[Meet, FixtureFacts] = {}
    for meeting in sorted(meetings, key=lambda meeting: meeting.fixture):
        if not meeting.ruled_void:
            found.setdefault(meeting.meet_key, meeting)
    return found


def meet_results(held: Mapping[Meet, FixtureFacts]) -> dict[Meet, PairingResult]:
    """The results a format may look at. Whether a fixture counts depends on them, never the reverse."""
    return {meet: meeting.result for meet, meeting in held.items() if meeting.result is not None}


def pending_meets(held: Mapping[Meet, FixtureFacts]) -> frozenset[Meet]:
    """The matches of those who have withdrawn that a format waits for."""
    return frozenset(meet for meet, meeting in held.items() if meeting.pending)


def pairings_still_standing(
    pairings: Iterable[Pairing], meetings: Iterable[FixtureFacts]
) -> dict[str, Standing]:
    """The pairings that stand, by key, each with the fixture that counts for it if it has one."""
    held = fixtures_that_count(meetings)
    return {pairing.key: (pairing, held.get(pairing.meet_key)) for pairing in pairings}


def plan_fixtures(pairings: Iterable[Pairing], meetings: Sequence[FixtureFacts]) -> FixturePlan:
    """What is to be done so that the fixtures that count are the pairings that stand."""
    stands = pairings_still_standing(pairings, meetings).values()
    counted = {meeting.fixture for _, meeting in stands if meeting is not None}
    return FixturePlan(
        tuple(meeting for meeting in meetings if meeting.void is not True and meeting.fixture not in counted),
        tuple(meeting for meeting in meetings if meeting.void is not False and meeting.fixture in counted),
        tuple(pairing for pairing, meeting in stands if meeting is None),
    )


def bracket_slots_passed(
    parts: Iterable[Part], results: Mapping[Meet, PairingResult]
) -> dict[str, int | None]:
    """Slots that are passed without a match, by key: who came out, None if nobody, or nobody yet.

    Byes, and opponents who had withdrawn.
    """
    return {
        slot.key: slot.winner if isinstance(slot.winner, int) else None
        for part in parts
        for slots in part.rounds
        for slot in slots
        if slot.is_known and not _was_met(slot, results)
    }


def _was_met(slot: Slot, results: Mapping[Meet, PairingResult]) -> bool:
    return (
        isinstance(slot.one, int)
        and isinstance(slot.two, int)
        and (slot.key, frozenset((slot.one, slot.two))) in results
    )
