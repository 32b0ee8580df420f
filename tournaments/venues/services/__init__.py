"""What is written about venues."""

from .venues import (
    club_venue_lock,
    venue_create,
    venue_edit,
    venue_edit_undo,
    venue_remove,
    venue_table_names,
)

__all__ = [
    "club_venue_lock",
    "venue_create",
    "venue_edit",
    "venue_edit_undo",
    "venue_remove",
    "venue_table_names",
]
