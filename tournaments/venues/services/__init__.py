"""What is written about venues and their tables."""

from .assigning import match_call_next, venue_process_due, venues_sweep
from .calls import attendance_record, call_move, call_take_back, match_call
from .compare import seatings_compare, seatings_restore
from .venues import (
    club_venue_lock,
    venue_create,
    venue_edit,
    venue_edit_undo,
    venue_remove,
    venue_table_names,
)

__all__ = [
    "attendance_record",
    "call_move",
    "call_take_back",
    "club_venue_lock",
    "match_call",
    "match_call_next",
    "seatings_compare",
    "seatings_restore",
    "venue_create",
    "venue_edit",
    "venue_edit_undo",
    "venue_process_due",
    "venue_remove",
    "venue_table_names",
    "venues_sweep",
]
