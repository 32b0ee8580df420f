"""What is written about ponds."""

from .compare import ponds_compare, ponds_restore
from .editing import pond_call_off, pond_edit, pond_edit_undo, pond_remove
from .ponds import (
    POND_DIRECTOR,
    pond_bid_make,
    pond_create,
    pond_director_accept,
    pond_enter,
    pond_leave,
    pond_process_due,
    pond_start,
    ponds_sweep,
    ponds_wake,
)

__all__ = [
    "POND_DIRECTOR",
    "pond_bid_make",
    "pond_call_off",
    "pond_create",
    "pond_director_accept",
    "pond_edit",
    "pond_edit_undo",
    "pond_enter",
    "pond_leave",
    "pond_process_due",
    "pond_remove",
    "pond_start",
    "ponds_compare",
    "ponds_restore",
    "ponds_sweep",
    "ponds_wake",
]
