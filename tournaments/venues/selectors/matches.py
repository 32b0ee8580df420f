"""A match as its page shows it: where it sits, and to which tables it could be called."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.accounts.permissions import places_of
from matches.play.models import Match
from tournaments.venues.models import Seating, Venue
from tournaments.venues.rules.tables import TableUse, VenueTable

from .seatings import events_of_matches, seating_list
from .venues import venue_list


@dataclass(frozen=True, slots=True)
class FreeTables:
    """The tables of a venue to which somebody may be called now, in their order."""

    venue: Venue
    tables: Sequence[VenueTable]


@dataclass(frozen=True, slots=True)
class CallableMatch:
    """Where a match sits; else the venues with tables that are free for it."""

    seating: Seating | None
    venues: Sequence[FreeTables]


def match_tables_free(match: Match) -> CallableMatch | None:
    """Where an open match could be played; None where no venue is its event's, or its club's.

    Four queries, beside those of where it belongs.
    """
    seating = seating_list().filter(match=match).first()
    if seating is not None:
        return CallableMatch(seating, ())
    event = events_of_matches([match.pk]).get(match.pk)
    found = venue_list().order_by("name")
    if event is not None and event.venue is not None:
        found = found.filter(pk=event.venue)
    else:
        found = found.filter(club__in=[number for kind, number in places_of(match) if kind == "club"])
    venues = list(found)
    taken = {(each.venue_id, each.table) for each in seating_list().filter(venue__in=venues)}
    free = [
        FreeTables(
            venue,
            [
                table
                for table in venue.venue_tables
                if table.use is not TableUse.OUT_OF_USE and (venue.pk, table.name) not in taken
            ],
        )
        for venue in venues
    ]
    return CallableMatch(None, free) if free else None
