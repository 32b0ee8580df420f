"""What an event waits for, and how far it has come: folded from everything that was recorded of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.words import Text
from engine.words import gettext_lazy as _
from matches import hooks
from tournaments.events.models import Tournament
from tournaments.events.rules.outstanding import (
    Outstanding,
    Played,
    Progress,
    Undrawn,
    event_progress,
    outstanding_after_draw,
    outstanding_before_draw,
    rounds_ahead,
)
from tournaments.formats.errors import FormatMisfit

from .slots import EventSlots, event_slots
from .tables import entries_checked_in
from .waiting import active_entries


@dataclass(frozen=True, slots=True)
class EventOutlook:
    """What an event waits for, the most urgent first, and how far it has come: None before the draw."""

    outstanding: tuple[Outstanding, ...]
    progress: Progress | None


def tournament_outlook(tournament: Tournament, now: datetime) -> EventOutlook:
    """Of a tournament that is loaded with its draw: the queries of event_slots, and one before the draw."""
    return outlook_of_slots(event_slots(tournament, now))


def outlook_of_slots(event: EventSlots) -> EventOutlook:
    """The same of an event whose matches are loaded."""
    found = tuple(_outstanding_items(event))
    progress = None
    if event.history.entries:
        progress = event_progress(event.parts, event.format.slots_to_come(event.history))
    return EventOutlook(found, progress)


def _outstanding_items(event: EventSlots) -> Iterator[Outstanding]:
    tournament = event.tournament
    match tournament.state:
        case Tournament.State.CALLED_OFF:
            yield Outstanding("called_off", _("The event has been called off."))
            return
        case Tournament.State.OPEN:
            yield from outstanding_before_draw(undrawn_event(tournament), event.now)
            return
    found = [*outstanding_after_draw(played_event(event))]
    if tournament.state == Tournament.State.FINISHED:
        found += [
            Outstanding(each.kind, each.sentence, each.action, each.count)
            for stake in hooks.event_stakes()
            for each in stake.outstanding(tournament.pk)
        ]
    yield from found or [Outstanding("over", _("Everything has been played."))]


def undrawn_event(tournament: Tournament) -> Undrawn:
    """An event before its draw: one query, two where players check in."""
    drawn = tuple(active_entries(tournament).values_list("pk", flat=True))
    absent: tuple[int, ...] = ()
    if tournament.check_in:
        there = entries_checked_in([tournament])
        absent = tuple(entry for entry in drawn if entry not in there)
    misfit = misfit_of_field(tournament, len(drawn))
    return Undrawn(drawn, absent, misfit, tournament.entries_open_at, tournament.entries_close_at)


def misfit_of_field(tournament: Tournament, size: int) -> Text | None:
    """Why a field of so many cannot be drawn; None where it can."""
    if size < 2:
        return _("A draw needs two entries at least.")
    try:
        tournament.played_as.check_field(size)
    except FormatMisfit as misfit:
        return misfit.sentence
    return None


def played_event(event: EventSlots) -> Played:
    """An event after its draw, as the rules look at it."""
    due = event.due_round
    held = due if event.history.held else None
    missing = any(slot.match is None and slot.state == "due" for slot in event.slots)
    over = event.tournament.state == Tournament.State.FINISHED
    return Played(
        event.slots,
        being_paired=missing or (due is not None and held is None),
        held=held,
        was_withdrawn=held is not None
        and any(
            each.is_withdrawn and (each.part, each.round) == (held.part, held.round)
            for each in event.published_rounds
        ),
        ahead=() if due is not None else rounds_ahead(event.parts),
        ties=event.ties,
        unbroken=_sharers_of_first_place(event) if over and not event.ties else (),
    )


def _sharers_of_first_place(event: EventSlots) -> tuple[int, ...]:
    """Who shares the first place of an event that is over, where tie-breaks could part them."""
    if not event.format.has_tiebreaks:
        return ()
    places = event.format.standings(event.history)
    first = tuple(place.entry for place in places if place.first == 1)
    return first if len(first) > 1 else ()
