"""The next match goes to the next free table: by somebody's click, or by itself."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.hooks import venue_stakes
from matches.play.models import Match
from matches.play.services import match_current, matches_current
from matches.work import outbox
from tournaments.venues.errors import NothingToCall
from tournaments.venues.models import VENUE_PROCESS_DUE, Seating, TableCall, Venue
from tournaments.venues.selectors import QueuedMatch, VenueNow, venue_now

from .calls import call_write, calls_of_played_end, check_match_callable
from .venues import venues_lock


@transaction.atomic
def match_call_next(
    *, actor: User, venue_id: int, event: int | None = None, now: datetime | None = None
) -> TableCall:
    """Call the match that is next, of all events at a venue or of one alone, to the table that it goes to.

    Of all events, it is the first of those that the caller may call. Raises NotAllowed, NothingToCall.
    """
    now = now or timezone.now()
    venue = venues_lock(venue_id)
    calls_of_played_end(venue, now)
    state = venue_now(venue, now)
    proposed = state.next_calls if event is None else state.next_calls_of(event)
    chosen = next((each for each in proposed if may_do_action(actor, "match_call", each.event.match)), None)
    if chosen is None:
        raise nothing_to_call(state, proposed, actor)
    case = match_current(chosen.event.match.pk, now)
    check_match_callable(case)
    return call_write(case.match, venue, str(chosen.table), actor=actor, now=now)


def nothing_to_call(state: VenueNow, proposed: list[QueuedMatch], actor: User) -> NothingToCall:
    """Why nothing is called. Raises NotAllowed where something would be, by others."""
    for each in proposed:
        require_permission(actor, "match_call", each.event.match)
    name = state.venue.name
    if not state.queue:
        return NothingToCall(
            "No match waits for a table of %(venue)s. Enter results, or release the next round.",
            {"venue": name},
            waiting=0,
        )
    if not any(each.is_free for each in state.tables):
        return NothingToCall(
            "Every table of %(venue)s is taken, and matches wait: %(waiting)s. Enter a result first.",
            {"venue": name, "waiting": len(state.queue)},
            waiting=len(state.queue),
        )
    return NothingToCall(
        "Of the matches that wait for a table of %(venue)s (%(waiting)s), none may go to one that is free, "
        "or somebody of each sits at a table. Enter a result, or call a match by hand.",
        {"venue": name, "waiting": len(state.queue)},
        waiting=len(state.queue),
    )


def venue_process_due(*, venue_id: int, now: datetime | None = None) -> list[TableCall]:
    """Free the tables of matches that were played, and call those that the service calls. Twice is once."""
    now = now or timezone.now()
    with transaction.atomic():
        due = outbox.open_outbox_row(VENUE_PROCESS_DUE, venue_id)
        venue = venues_lock(venue_id)
        calls_of_played_end(venue, now)
        called = matches_call_waiting(venue, now)
        outbox.close_outbox_row(due)
    return called


def matches_call_waiting(venue: Venue, now: datetime) -> list[TableCall]:
    """Call what the service calls at a locked venue."""
    tables = {each.event.match.pk: str(each.table) for each in venue_now(venue, now).automatic_calls}
    return [
        call_write(case.match, venue, tables[case.match.pk], actor=None, now=now)
        for case in matches_current(tables, now)
        if case.is_unreported
    ]


def venues_sweep(*, now: datetime) -> None:
    """Have the venues looked at where something is called by itself, or sits that was played."""
    played = Seating.objects.exclude(match__state=Match.State.OPEN)
    numbers = {number for stake in venue_stakes() for number in stake.venues_assigning()}
    numbers.update(played.values_list("venue", flat=True))
    outbox.make_missing_due((VENUE_PROCESS_DUE, number) for number in sorted(numbers))
