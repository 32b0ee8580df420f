"""What an event waits for, what can be done about it, and how far it has come.

Plain data: no Django, no clock. Sentences are marked by engine.words, and said in the reader's language by
whoever shows them.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from tournaments.formats import Empty, Part, RoundPairings

from .slots import TO_PLAY, EventSlot, SlotState


class Action(StrEnum):
    """What somebody who may can do about it; the words are those of the API's operations."""

    NONE = ""
    EDIT = "edit"
    ENTER = "enter"
    CHECK_IN = "check_in"
    DRAW = "draw"
    REPORT = "report"
    RULE = "rule"
    VOTE = "vote"
    PENALISE = "penalise"
    RELEASE = "release"
    PLAY_OFF = "play_off"
    BREAK_TIES = "break_ties"


@dataclass(frozen=True, slots=True)
class Outstanding:
    """Something an event waits for. kind: a permanent code. count: of how many it is about.

    slots: matches that it is about. entries: by number. part, round: what is to be paired. at: when it comes
    about by itself, or when the first of several does.
    """

    kind: str
    sentence: Text
    action: str = Action.NONE
    count: int = 0
    slots: tuple[EventSlot, ...] = ()
    entries: tuple[int, ...] = ()
    part: str = ""
    round: int = 0
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Undrawn:
    """An event before its draw.

    drawn: who would be in the draw. absent: those of them who have not checked in, where they must. misfit:
    why a field of so many cannot be drawn.
    """

    drawn: tuple[int, ...]
    absent: tuple[int, ...] = ()
    misfit: Text | None = None
    entries_open_at: datetime | None = None
    entries_close_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """A round that is paired as the matches before it end: `left` of them are to be decided."""

    part: str
    round: int
    left: int


@dataclass(frozen=True, slots=True)
class Played:
    """An event after its draw.

    being_paired: whether matches or rounds are due that a worker has not set up yet. held: the next round, if
    it waits for the director; was_withdrawn: as its pairings were withdrawn. ahead: rounds that are paired as
    play goes on. ties: who shares a place that can be played off. unbroken: who shares the first place where
    nothing is played off.
    """

    slots: tuple[EventSlot, ...]
    being_paired: bool = False
    held: RoundPairings | None = None
    was_withdrawn: bool = False
    ahead: tuple[RoundAhead, ...] = ()
    ties: tuple[tuple[int, ...], ...] = ()
    unbroken: tuple[int, ...] = ()


def outstanding_before_draw(event: Undrawn, now: datetime) -> Iterator[Outstanding]:
    """What an event waits for until it is drawn."""
    count = len(event.drawn)
    opens, closes = event.entries_open_at, event.entries_close_at
    if opens is not None and now < opens:
        yield Outstanding("entries_not_open", _("Entries are not open yet."), Action.EDIT, count, at=opens)
    elif closes is None or now < closes:
        sentence = ngettext_lazy(
            "Entries are open; %(count)s has entered.", "Entries are open; %(count)s have entered.", count
        )
        yield Outstanding("entries", sentence % {"count": count}, Action.ENTER, count, at=closes)
    if event.absent:
        absent = len(event.absent)
        sentence = ngettext_lazy(
            "%(count)s entry has not checked in.", "%(count)s entries have not checked in.", absent
        )
        yield Outstanding(
            "check_in", sentence % {"count": absent}, Action.CHECK_IN, absent, entries=event.absent
        )
    if event.misfit is not None:
        yield Outstanding("field", event.misfit, Action.ENTER, count)
    elif not event.absent:
        sentence = ngettext_lazy(
            "The draw of %(count)s entry can be made.", "The draw of %(count)s entries can be made.", count
        )
        yield Outstanding("draw", sentence % {"count": count}, Action.DRAW, count)


def outstanding_after_draw(event: Played) -> Iterator[Outstanding]:
    """What an event waits for once it is drawn: first what waits for an official."""
    yield from _matches_outstanding(event.slots, {SlotState.DISPUTED}, "ruling", Action.RULE)
    if event.held is not None:
        yield _round_outstanding(event.held, event.was_withdrawn)
    yield from _matches_outstanding(event.slots, {SlotState.APPEALED}, "appeal", Action.VOTE)
    yield from _matches_outstanding(event.slots, {SlotState.LATE}, "late", Action.PENALISE)
    yield from _matches_outstanding(event.slots, {SlotState.REPORTED}, "answer", Action.REPORT)
    yield from _matches_outstanding(event.slots, {SlotState.JUDGING}, "verdict", Action.NONE)
    yield from _matches_outstanding(event.slots, TO_PLAY, "results", Action.REPORT)
    yield from _matches_outstanding(event.slots, {SlotState.BLOCKED}, "blocked", Action.NONE)
    if event.being_paired:
        yield Outstanding("pairing", _("The next matches are being set up."))
    yield from map(_round_ahead_outstanding, event.ahead)
    for tie in event.ties:
        sentence = ngettext_lazy(
            "%(count)s entry shares a place that can be played off.",
            "%(count)s entries share a place that can be played off.",
            len(tie),
        )
        yield Outstanding("tie", sentence % {"count": len(tie)}, Action.PLAY_OFF, len(tie), entries=tie)
    if event.unbroken:
        count = len(event.unbroken)
        sentence = ngettext_lazy(
            "%(count)s entry shares the first place, and no tie-break parts them.",
            "%(count)s entries share the first place, and no tie-break parts them.",
            count,
        )
        yield Outstanding(
            "shared_first", sentence % {"count": count}, Action.BREAK_TIES, count, entries=event.unbroken
        )


def _matches_outstanding(
    slots: Iterable[EventSlot], states: Set[SlotState], kind: str, action: Action
) -> Iterator[Outstanding]:
    """The matches in one of some states, if there are any."""
    found = tuple(slot for slot in slots if slot.state in states)
    if found:
        count = len(found)
        moments = [slot.confirms_at for slot in found if slot.confirms_at is not None]
        sentence = _say_matches(kind, count) % {"count": count}
        yield Outstanding(kind, sentence, action, count, found, at=min(moments, default=None))


def _say_matches(kind: str, count: int) -> Text:
    match kind:
        case "ruling":
            return ngettext_lazy(
                "%(count)s match is disputed and waits for a ruling.",
                "%(count)s matches are disputed and wait for rulings.",
                count,
            )
        case "appeal":
            return ngettext_lazy(
                "%(count)s match is under appeal and waits for its committee.",
                "%(count)s matches are under appeal and wait for their committees.",
                count,
            )
        case "late":
            return ngettext_lazy("%(count)s match is late.", "%(count)s matches are late.", count)
        case "answer":
            return ngettext_lazy(
                "%(count)s report waits for the other side.",
                "%(count)s reports wait for the other side.",
                count,
            )
        case "verdict":
            return ngettext_lazy(
                "%(count)s report is with the referee.", "%(count)s reports are with the referee.", count
            )
        case "results":
            return ngettext_lazy(
                "%(count)s result is outstanding.", "%(count)s results are outstanding.", count
            )
    return ngettext_lazy("%(count)s match waits for others.", "%(count)s matches wait for others.", count)


def _round_outstanding(held: RoundPairings, was_withdrawn: bool) -> Outstanding:
    values, count = {"round": held.round}, len(held.pairings)
    if was_withdrawn:
        sentence = _(
            "The pairings of round %(round)s were withdrawn. Release the round to have it paired anew, or "
            "pair by hand first."
        )
        kind = "withdrawn_round"
    else:
        sentence, kind = _("The pairings of round %(round)s wait to be released."), "round"
    return Outstanding(kind, sentence % values, Action.RELEASE, count, part=held.part, round=held.round)


def _round_ahead_outstanding(ahead: RoundAhead) -> Outstanding:
    sentence = ngettext_lazy(
        "Round %(round)s is paired as the rounds before it end; %(count)s match is left.",
        "Round %(round)s is paired as the rounds before it end; %(count)s matches are left.",
        ahead.left,
    )
    values = {"round": ahead.round, "count": ahead.left}
    return Outstanding("next_round", sentence % values, count=ahead.left, part=ahead.part, round=ahead.round)


# -- How far it has come


@dataclass(frozen=True, slots=True)
class PartProgress:
    """How far a bracket, group or division has come.

    round: the first that is not over, or the last; of `of_rounds`, None where nobody can know. decided: how
    many of its `matches` so far are. A match of teams is one.
    """

    part: str
    round: int
    of_rounds: int | None
    decided: int
    matches: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event has come: how many `matches` are decided, of how many there are so far and `in_all`.

    in_all: None where play decides how many there will be.
    """

    decided: int
    matches: int
    in_all: int | None
    parts: tuple[PartProgress, ...]


def event_progress(parts: Iterable[Part], to_come: int | None) -> Progress:
    """How far an event has come by the parts of its draw. `to_come`: how many matches are in none yet."""
    found = tuple(_part_progress(part) for part in parts if part.rounds)
    matches = sum(part.matches for part in found)
    in_all = None if to_come is None else matches + to_come
    return Progress(sum(part.decided for part in found), matches, in_all, found)


def rounds_ahead(parts: Iterable[Part]) -> tuple[RoundAhead, ...]:
    """The rounds that are still to be paired while others are played; of a bracket all are there."""
    found = []
    for part in parts:
        left = sum(slot.winner is Empty.PENDING for slots in part.rounds for slot in slots)
        if left and len(part.rounds) < part.of_rounds:
            found.append(RoundAhead(part.code, len(part.rounds) + 1, left))
    return tuple(found)


def _part_progress(part: Part) -> PartProgress:
    rounds = [[slot for slot in slots if Empty.BYE not in (slot.one, slot.two)] for slots in part.rounds]
    is_open = [any(slot.winner is Empty.PENDING for slot in slots) for slots in rounds]
    now = next((number for number, open in enumerate(is_open, 1) if open), len(rounds))
    slots = [slot for each in rounds for slot in each]
    decided = sum(slot.winner is not Empty.PENDING for slot in slots)
    return PartProgress(part.code, now, part.of_rounds or None, decided, len(slots))
