"""Matches called to tables: called, moved, taken back, under the lock of the venues of the club.

Whoever does something begins with what is due (`calls_of_played_end`): a match that was played sits nowhere,
whether or not a worker has come by.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import places_of, require_permission
from matches.base.errors import MomentWord
from matches.hooks import MatchToCall
from matches.notifications.services import notice_post
from matches.play.errors import MatchFinal, MatchNotDue
from matches.play.models import Match
from matches.play.selectors import Case
from matches.play.services import match_changed, match_current
from matches.work import outbox
from tournaments.venues.errors import (
    AlreadyCalled,
    CallEnded,
    MatchNotCallable,
    PlayerAtTable,
    TableNotForEvent,
    TableOccupied,
    TableOutOfUse,
    WrongVenue,
)
from tournaments.venues.models import (
    VENUE_PROCESS_DUE,
    Attendance,
    Seating,
    TableCall,
    TableCallEnd,
    TableMove,
    Venue,
)
from tournaments.venues.rules.tables import TableUse, VenueTable, table_named
from tournaments.venues.selectors import (
    events_of_matches,
    match_label,
    members_of_matches_load,
    persons_of_match,
    seating_list,
)

from .venues import unknown_table, venues_lock


@transaction.atomic
def match_call(
    *, actor: User, match_id: int, table: str, venue_id: int | None = None, now: datetime | None = None
) -> TableCall:
    """Call a match to a table of the venue of its event; one of no event with a venue, to that of `venue_id`.

    Raises NotAllowed, WrongVenue, MatchFinal, MatchNotCallable, MatchNotDue, AlreadyCalled, UnknownTable,
    TableOutOfUse, TableNotForEvent, TableOccupied, PlayerAtTable.
    """
    now = now or timezone.now()
    match = Match.objects.select_related("one", "two").get(pk=match_id)
    require_permission(actor, "match_call", match)
    event = events_of_matches([match.pk]).get(match.pk)
    venue = venues_lock(venue_of_call(match, event, venue_id))
    calls_of_played_end(venue, now)
    case = match_current(match.pk, now)
    check_match_callable(case)
    found = table_for_match(venue, table, event)
    check_table_free(venue, found)
    check_persons_free(venue, case.match)
    return call_write(case.match, venue, found.name, actor=actor, now=now)


@transaction.atomic
def call_move(*, actor: User, call_id: int, table: str, now: datetime | None = None) -> TableMove | None:
    """Have a match that was called sit at another table: its call goes on, and so does its clock.

    None where it sits there already. Raises NotAllowed, CallEnded, UnknownTable, TableOutOfUse,
    TableNotForEvent, TableOccupied.
    """
    now = now or timezone.now()
    seating = seating_lock(actor, call_id, now)
    venue, match = seating.venue, seating.match
    found = table_for_match(venue, table, events_of_matches([match.pk]).get(match.pk))
    if found.name == seating.table:
        return None
    check_table_free(venue, found)
    move = TableMove.objects.create(call=seating.call, table=found.name, recorded_by=actor, recorded_at=now)
    seating.table = found.name
    seating.save(update_fields=["table"])
    data = {"call": call_id, "table": found.name}
    notice_post("table_called", match.pk, f"{call_id}-{move.pk}", actor=actor, data=data, now=now)
    table_freed(venue, match)
    return move


@transaction.atomic
def call_take_back(
    *, actor: User, call_id: int, reason: str = "", now: datetime | None = None
) -> TableCallEnd:
    """Take a call back: the match waits again, from now on. Raises NotAllowed, CallEnded."""
    now = now or timezone.now()
    seating = seating_lock(actor, call_id, now)
    end = call_end_write(seating, TableCallEnd.EndCause.TAKEN_BACK, reason=reason, actor=actor, now=now)
    table_freed(seating.venue, seating.match)
    return end


@transaction.atomic
def attendance_record(
    *, actor: User, call_id: int, side: int, present: bool, now: datetime | None = None
) -> Attendance | None:
    """Say that a side of a match that was called is not at the table, or has come.

    None where that is what was said last, or, of who is there, what nobody has doubted. Raises NotAllowed,
    CallEnded.
    """
    now = now or timezone.now()
    seating = seating_lock(actor, call_id, now)
    last = Attendance.objects.filter(call=seating.call, side=side).order_by("serial").last()
    if present == (True if last is None else last.present):
        return None
    said = Attendance.objects.create(
        call=seating.call, side=side, present=present, recorded_by=actor, recorded_at=now
    )
    match_changed(seating.match)
    return said


# -- Where


def venue_of_call(match: Match, event: MatchToCall | None, venue_id: int | None) -> int:
    """The number of the venue at which a match is called. Raises WrongVenue."""
    if event is not None and event.venue is not None:
        if venue_id not in (None, event.venue):
            raise WrongVenue(
                "%(event)s is played at another venue. Call the match %(match)s there, or have the event "
                "played here.",
                {"event": event.event_name, "match": match.side_names},
                venue=event.venue,
            )
        return event.venue
    if venue_id is None:
        raise WrongVenue(
            "The match %(match)s is of no event that names a venue. Name the venue to whose table it is "
            "called.",
            {"match": match.side_names},
            match=match.pk,
        )
    venue = Venue.objects.filter(pk=venue_id, removed=False).select_related("club").first()
    if venue is None or ("club", venue.club_id) not in places_of(match):
        raise WrongVenue(
            "The match %(match)s belongs to no club that has the venue %(venue)s. Name a venue of its club.",
            {"match": match.side_names, "venue": venue_id},
            venue=venue_id,
        )
    return venue.pk


def table_for_match(venue: Venue, name: str, event: MatchToCall | None) -> VenueTable:
    """The table, if a match of the event may be called to it by hand.

    Raises UnknownTable, TableOutOfUse, TableNotForEvent.
    """
    tables = venue.venue_tables
    table = table_named(tables, name)
    if table is None:
        raise unknown_table(venue, name)
    if table.use is TableUse.OUT_OF_USE:
        raise TableOutOfUse(
            "Table %(table)s is out of use. Choose another one, or put it into use again.",
            {"table": table.name},
            table=table.name,
        )
    allowed = [] if event is None else [each.name for each in tables if each.name in event.event_tables]
    if event is not None and allowed and table.name not in allowed:
        raise TableNotForEvent(
            "%(event)s does not use table %(table)s, but %(tables)s. Choose one of these, or have the event "
            "use it.",
            {"event": event.event_name, "table": table.name, "tables": allowed},
            table=table.name,
            tables=allowed,
        )
    return table


def check_table_free(venue: Venue, table: VenueTable) -> None:
    """Raises TableOccupied."""
    seating = seating_list().filter(venue=venue, table=table.name).first()
    if seating is not None:
        raise TableOccupied(
            "At table %(table)s is %(match)s, since %(since)s. Choose another table, enter its result, or "
            "take its call back.",
            {
                "table": table.name,
                "match": match_label(seating.match),
                "since": MomentWord(seating.call.recorded_at),
            },
            table=table.name,
            match=seating.match_id,
            call=seating.call_id,
        )


# -- Whether


def check_match_callable(case: Case) -> None:
    """Raises MatchFinal, MatchNotCallable, MatchNotDue, AlreadyCalled."""
    match = case.match
    if match.is_over:
        raise MatchFinal(
            "Nobody is called to %(match)s any more: it is decided, or counts for nothing. If it is to be "
            "played after all, take that ruling back first.",
            {"match": match_label(match)},
            match=match.pk,
        )
    if match.state != Match.State.OPEN or case.pending:
        raise MatchNotCallable(
            "Nobody is called to %(match)s any more: it has been reported. Wait for what comes of the "
            "report, or make a ruling.",
            {"match": match_label(match)},
            match=match.pk,
        )
    if match.starts_at is not None and match.starts_at > case.now:
        raise MatchNotDue(
            "It is too early for %(match)s, which starts at %(starts_at)s. Call it then, or move its start.",
            {"match": match_label(match), "starts_at": MomentWord(match.starts_at)},
            match=match.pk,
            starts_at=match.starts_at.isoformat(),
        )
    seating = Seating.objects.filter(match=match).select_related("call", "venue").first()
    if seating is not None:
        raise AlreadyCalled(
            "Table %(table)s has %(match)s already, since %(since)s. Move it, or take the call back.",
            {
                "match": match_label(match),
                "table": seating.table,
                "since": MomentWord(seating.call.recorded_at),
            },
            match=match.pk,
            table=seating.table,
            call=seating.call_id,
        )


def check_persons_free(venue: Venue, match: Match) -> None:
    """Raises PlayerAtTable where somebody of it sits at a table of the club, whatever event that is of."""
    seatings = list(seating_list().filter(venue__club=venue.club_id).order_by("pk"))
    members_of_matches_load([match, *(seating.match for seating in seatings)])
    persons = persons_of_match(match)
    for seating in seatings:
        there = persons_of_match(seating.match)
        number = next((number for number in persons if number in there), None)
        if number is not None:
            raise PlayerAtTable(
                "%(player)s plays %(match)s at table %(table)s. Enter its result or take its call back, or "
                "call another match.",
                {
                    "player": persons[number].name,
                    "match": match_label(seating.match),
                    "table": seating.table,
                },
                player=number,
                match=seating.match_id,
                table=seating.table,
                call=seating.call_id,
            )


# -- Written under the lock of the venues


def seating_lock(actor: User, call_id: int, now: datetime) -> Seating:
    """Where a match sits that was called, the venues of the club and the match being locked.

    Raises NotAllowed, CallEnded.
    """
    call = TableCall.objects.select_related("match__one", "match__two").get(pk=call_id)
    require_permission(actor, "match_call", call.match)
    venue = venues_lock(call.venue_id)
    calls_of_played_end(venue, now)
    match = match_current(call.match_id, now).match
    seating = Seating.objects.filter(call=call).select_related("call").first()
    if seating is None or match.state != Match.State.OPEN:
        raise CallEnded(
            "The call of %(match)s to table %(table)s is over. Look again who sits there now.",
            {"match": match_label(match), "table": call.table},
            call=call.pk,
        )
    seating.venue, seating.match = venue, match
    return seating


def calls_of_played_end(venue: Venue, now: datetime) -> None:
    """End the calls at the venues of the club, which are locked, whose match is not to be played any more."""
    over = Seating.objects.filter(venue__club=venue.club_id).exclude(match__state=Match.State.OPEN)
    for seating in over.select_related("call", "venue").order_by("pk"):
        call_end_write(seating, TableCallEnd.EndCause.OVER, actor=None, now=now)


def call_write(match: Match, venue: Venue, table: str, *, actor: User | None, now: datetime) -> TableCall:
    """Call a locked match to a table that is free."""
    call = TableCall.objects.create(match=match, venue=venue, table=table, recorded_by=actor, recorded_at=now)
    match.seating = Seating.objects.create(call=call, match=match, venue=venue, table=table)
    data = {"call": call.pk, "table": table}
    notice_post("table_called", match.pk, call.pk, actor=actor, data=data, now=now)
    match_changed(match)
    return call


def call_end_write(
    seating: Seating,
    cause: TableCallEnd.EndCause,
    *,
    reason: str = "",
    actor: User | None,
    now: datetime,
) -> TableCallEnd:
    end = TableCallEnd.objects.create(
        call=seating.call, cause=cause, reason=reason, recorded_by=actor, recorded_at=now
    )
    Seating.objects.filter(pk=seating.pk).delete()
    return end


def table_freed(venue: Venue, match: Match) -> None:
    """The same where a table is free: somebody may be called to it."""
    match_changed(match)
    outbox.make_due(VENUE_PROCESS_DUE, venue.pk)
