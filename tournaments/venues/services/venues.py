"""Venues of a club: entered, changed, removed; each change is a fact that can be taken back."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any, Unpack

from django.db import IntegrityError, transaction

from engine.words import gettext_lazy as _
from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values
from matches.work import outbox
from tournaments.clubs.models import Club, PlacedDetails
from tournaments.venues.errors import (
    TableOccupied,
    UnknownTable,
    UnknownVenue,
    VenueInUse,
    VenueNameTaken,
)
from tournaments.venues.models import VENUE_PROCESS_DUE, Venue, VenueEdit
from tournaments.venues.rules.tables import VenueTable, stored_tables, table_named, tables_of_venue
from tournaments.venues.selectors import match_label, seating_list


class VenueDetails(PlacedDetails, total=False):
    """What may be said of a venue beside its name: columns of models.Venue, but the tables as they are."""

    closes_at: time | None
    tables: Sequence[VenueTable]


@transaction.atomic
def venue_create(*, actor: User, club: Club, name: str, **details: Unpack[VenueDetails]) -> Venue:
    """Enter a venue of a club. Raises VenueNameTaken, UnknownTimeZone, InvalidTables."""
    require_permission(actor, "venue_create", club)
    venue = Venue(club=club, name=name, **checked_details(details))
    try:
        with transaction.atomic():
            venue.save()
    except IntegrityError:
        raise venue_name_taken(venue) from None
    return venue


@transaction.atomic
def venue_edit(
    *, actor: User, venue_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Venue:
    """Change the name of a venue or what VenueDetails has, the tables as a whole.

    Raises VenueNameTaken, UnknownTimeZone, InvalidTables.
    """
    venue = venue_lock(venue_id)
    require_permission(actor, "venue_edit", venue)
    return venue_change(venue, checked_details(changes), actor=actor, reason=reason, now=now)


@transaction.atomic
def venue_remove(*, actor: User, venue_id: int, reason: str = "", now: datetime | None = None) -> Venue:
    """Remove a venue: it is shown no more, and its name is free again. Raises VenueInUse."""
    venue = venue_lock(venue_id)
    require_permission(actor, "venue_edit", venue)
    if seatings := seating_list().filter(venue=venue).count():
        raise VenueInUse(
            "Matches are called to tables of %(venue)s: %(matches)s. Enter their results or take the calls "
            "back first.",
            {"venue": venue.name, "matches": seatings},
            matches=seatings,
        )
    if events := sum(stake.events_at_venue(venue.pk) for stake in hooks.venue_stakes()):
        raise VenueInUse(
            "Events are to be played at %(venue)s: %(events)s. Have them played elsewhere first.",
            {"venue": venue.name, "events": events},
            events=events,
        )
    return venue_change(venue, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def venue_edit_undo(
    *, actor: User, venue_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Venue:
    """Take a change back, if nothing of it was changed again since. Raises AlreadyUndone, ChangedSince."""
    venue = venue_lock(venue_id)
    require_permission(actor, "venue_edit", venue)
    edit = VenueEdit.objects.get(venue=venue, pk=edit_id)
    former = former_values(venue, edit)
    return venue_change(venue, former, actor=actor, reason=reason, undoes=edit, now=now)


def venue_lock(venue_id: int) -> Venue:
    """The venue with its row locked: what is said of it, and of its tables, changes one at a time."""
    locked = Venue.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("club").get(pk=venue_id)


def venues_lock(venue_id: int) -> Venue:
    """A venue, locked with every other of its club: who is called to a table sits at none of the others."""
    locked = Venue.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return {venue.pk: venue for venue in locked.filter(club__venues=venue_id).order_by("pk")}[venue_id]


def club_venue_lock(club: Club, number: int) -> Venue:
    """A venue of a club, locked until what names it is written: nobody removes it. Raises UnknownVenue."""
    locked = Venue.objects.select_for_update(of=("self",), no_key=True)
    venue = locked.filter(club=club, pk=number, removed=False).first()
    if venue is None:
        raise UnknownVenue(
            "%(club)s has no venue %(number)s. Enter it first, or name one of the club's.",
            {"club": club.name, "number": number},
            venue=number,
        )
    return venue


def venue_table_names(venue: Venue | None, names: Iterable[str]) -> list[str]:
    """The names as the venue has them, each once. Raises UnknownTable."""
    tables = () if venue is None else venue.venue_tables
    found: list[str] = []
    for name in names:
        table = table_named(tables, name)
        if table is None:
            raise unknown_table(venue, name)
        found.append(table.name)
    return list(dict.fromkeys(found))


def unknown_table(venue: Venue | None, name: str) -> UnknownTable:
    if venue is None:
        return UnknownTable(
            "Tables are those of a venue, and none is named for table %(table)s. Name the venue.",
            {"table": name},
            table=name,
        )
    return UnknownTable(
        "%(venue)s has no table %(table)s, but %(tables)s.",
        {
            "venue": venue.name,
            "table": name,
            "tables": [table.name for table in venue.venue_tables] or _("none"),
        },
        table=name,
    )


def checked_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """The columns, if a venue can be so. Raises UnknownTimeZone, InvalidTables."""
    check_time_zone(details.get("time_zone", ""))
    values = dict(details)
    if "tables" in values:
        values["tables"] = stored_tables(values["tables"])
    return values


def venue_change(
    venue: Venue,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: VenueEdit | None = None,
    now: datetime | None,
) -> Venue:
    """Write what is changed of a locked venue. Raises VenueNameTaken, TableOccupied."""
    check_occupied_tables_stay(venue, changes)
    try:
        with transaction.atomic():
            edit_write(venue, VenueEdit, changes, actor=actor, reason=reason, undoes=undoes, now=now)
    except IntegrityError:
        raise venue_name_taken(venue) from None
    outbox.make_due(VENUE_PROCESS_DUE, venue.pk)
    return venue


def check_occupied_tables_stay(venue: Venue, changes: Mapping[str, Any]) -> None:
    """Raises TableOccupied where a table would be taken away at which a match sits."""
    if "tables" not in changes:
        return
    left = [table.name for table in tables_of_venue(changes["tables"])]
    seating = seating_list().filter(venue=venue).exclude(table__in=left).order_by("pk").first()
    if seating is not None:
        raise TableOccupied(
            "At table %(table)s is %(match)s. Move it or enter its result before the table is taken away; "
            "put it out of use, if nobody is to be called there any more.",
            {"table": seating.table, "match": match_label(seating.match)},
            table=seating.table,
            match=seating.match_id,
            call=seating.call_id,
        )


def venue_name_taken(venue: Venue) -> VenueNameTaken:
    return VenueNameTaken(
        "%(club)s has a venue named %(name)r already. Choose another name.",
        {"club": venue.club.name, "name": venue.name},
        name=venue.name,
    )
