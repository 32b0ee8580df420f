"""What is read of venues and their tables."""

from .matches import CallableMatch, match_tables_free
from .seatings import (
    LatePlayer,
    call_list,
    events_of_matches,
    late_players,
    match_label,
    match_late_side,
    members_of_matches_load,
    missing_sides,
    persons_of_match,
    seating_list,
    standing_tables,
)
from .tables import PersonAtTable, QueuedMatch, SeatedMatch, TableNow, VenueNow, venue_now
from .venues import venue_list

__all__ = [
    "CallableMatch",
    "LatePlayer",
    "PersonAtTable",
    "QueuedMatch",
    "SeatedMatch",
    "TableNow",
    "VenueNow",
    "call_list",
    "events_of_matches",
    "late_players",
    "match_label",
    "match_late_side",
    "match_tables_free",
    "members_of_matches_load",
    "missing_sides",
    "persons_of_match",
    "seating_list",
    "standing_tables",
    "venue_list",
    "venue_now",
]
