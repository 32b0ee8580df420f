"""Where every match of an event stands, as a director sees it; and which match waits for which.

Plain data: no Django, no clock. Who advances is the format's to say; here it is what is to be done about a
match.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from matches.play.rules.lateness import Lateness, lateness_penalty, minutes_to_next_point
from matches.play.rules.regulations import Regulations
from matches.play.rules.results import ResultKind
from tournaments.formats import Empty, Origin, Seat, Slot


class SlotState(StrEnum):
    BLOCKED = "blocked"  # waits for other matches
    SCHEDULED = "scheduled"  # starts later
    DUE = "due"  # can be called
    LATE = "late"  # was to begin by now, or to be played by now
    PLAYING = "playing"  # a game of it has been live-scored
    JUDGING = "judging"  # what was reported is with the referee
    REPORTED = "reported"  # waits for the other side's answer
    DISPUTED = "disputed"
    APPEALED = "appealed"
    FINAL = "final"
    WALKOVER = "walkover"  # decided without play: somebody had left
    OFF = "off"  # not to be played: the event was called off


SLOT_STATES = [(state.value, state.value) for state in SlotState]
"""For fields that hold one."""

OVER = frozenset({SlotState.FINAL, SlotState.WALKOVER, SlotState.OFF})
TO_PLAY = frozenset({SlotState.SCHEDULED, SlotState.DUE, SlotState.LATE, SlotState.PLAYING})
"""Both sides are there, and nothing is reported."""


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """What is known of the match that is played in a slot.

    state: that of the match. kind: how it ended, if it has. begun: whether a game was live-scored. judging:
    whether a report is with the referee.
    """

    state: str
    length: int
    regulations: Regulations
    kind: str | None = None
    starts_at: datetime | None = None
    play_by: datetime | None = None
    begun: bool = False
    judging: bool = False


@dataclass(frozen=True, slots=True)
class EventSlot:
    """A match of an event: one of the draw, or a board of a match of teams.

    number: by which people call it; that of a match of teams with `board`, from 1. origins: which slots fill
    its seats. waits_for: the numbers of the matches it waits for. match: the one that is set up in it, of all
    there are; confirms_at: when what is reported of it counts, if nobody objects.
    """

    slot: Slot
    part: str
    round: int
    state: SlotState
    number: int | None = None
    board: int = 0
    origins: tuple[Origin | None, Origin | None] = (None, None)
    waits_for: tuple[int, ...] = ()
    match: int | None = None
    confirms_at: datetime | None = None
    late: "LateMatch | None" = None


@dataclass(frozen=True, slots=True)
class LateMatch:
    """How late a match is: since when, what that costs whoever is not there, when it will cost more.

    since: when it was to begin, or to be over. `cost`: none where the regulations give no points.
    """

    since: datetime
    minutes: int
    cost: Lateness
    next_point_at: datetime | None = None


def late_match(match: MatchStanding, now: datetime) -> LateMatch | None:
    """Whether an open match is late: past the grace since its start, or past the date by which to play."""
    if match.state != "open" or match.begun or match.judging:
        return None
    rules = match.regulations
    if match.starts_at is not None and now >= match.starts_at + timedelta(minutes=rules.late_grace):
        minutes = minutes_between(match.starts_at, now)
        cost = lateness_penalty(minutes, match.length, rules)
        ahead = minutes_to_next_point(minutes, match.length, rules)
        following = None if ahead is None else match.starts_at + timedelta(minutes=minutes + ahead)
        return LateMatch(match.starts_at, minutes, cost, following)
    if match.play_by is not None and match.play_by <= now:
        return LateMatch(match.play_by, minutes_between(match.play_by, now), Lateness(0, lost=False))
    return None


def minutes_between(earlier: datetime, later: datetime) -> int:
    return int((later - earlier).total_seconds() // 60)


def state_of_match(match: MatchStanding, now: datetime) -> SlotState:
    """Where a match stands that is set up and counts."""
    if match.state == "final":
        return SlotState.WALKOVER if match.kind == ResultKind.WALKOVER else SlotState.FINAL
    if match.state == "void":
        return SlotState.FINAL
    if match.state != "open":
        return SlotState(match.state)
    if match.judging:
        return SlotState.JUDGING
    if match.begun:
        return SlotState.PLAYING
    if late_match(match, now) is not None:
        return SlotState.LATE
    ahead = match.starts_at is not None and match.starts_at > now
    return SlotState.SCHEDULED if ahead else SlotState.DUE


def state_of_slot(slot: Slot, *, blocked: bool, called_off: bool) -> SlotState:
    """Where a slot stands in which no match is set up."""
    if slot.winner is not Empty.PENDING:
        return SlotState.WALKOVER
    if called_off:
        return SlotState.OFF
    return SlotState.BLOCKED if blocked or Empty.PENDING in (slot.one, slot.two) else SlotState.DUE


Placed = tuple[str, int, Slot]
"""A slot with its part and its round there."""


def slots_waited_for(
    placed: Sequence[Placed],
    origins: Mapping[str, tuple[Origin | None, Origin | None]],
    numbers: Mapping[str, int],
    set_up: Container[str],
) -> dict[str, tuple[str, ...]]:
    """Which slots wait, by key, for which.

    Where it is not known who sits there: for those that fill the seats. Where it is, for the matches that the
    two have to play before; else for what is left of the rounds before it in its part. `set_up`: what waits
    for nothing, as it is being played.
    """
    is_open = {slot.key for _, _, slot in placed if slot.winner is Empty.PENDING}
    last: dict[Seat, str] = {}
    found: dict[str, tuple[str, ...]] = {}
    for part, round, slot in sorted(placed, key=lambda each: numbers.get(each[2].key, len(numbers) + 1)):
        if slot.key not in is_open:
            continue
        both = (slot.one, slot.two)
        if slot.key not in set_up:
            filled_by = (
                origin.key
                for seat, origin in zip(both, origins[slot.key], strict=True)
                if seat is Empty.PENDING and origin is not None and origin.key in is_open
            )
            played_before = (last[seat] for seat in both if isinstance(seat, int) and seat in last)
            waits_for = [*filled_by] or ([] if Empty.PENDING in both else [*played_before])
            if not waits_for:
                waits_for = [
                    each.key
                    for code, number, each in placed
                    if code == part and number < round and each.key in is_open
                ]
            found[slot.key] = tuple(dict.fromkeys(waits_for))
        last.update((seat, slot.key) for seat in both if isinstance(seat, int))
    return {key: waits_for for key, waits_for in found.items() if waits_for}
