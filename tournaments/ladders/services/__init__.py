"""What is written about ladders."""

from .challenges import challenge_answer, challenge_make
from .compare import ladders_compare, ladders_restore
from .editing import ladder_edit, ladder_edit_undo, ladder_remove
from .ladders import (
    ladder_create,
    ladder_join,
    ladder_leave,
    ladder_lock,
    ladder_process_due,
    ladders_sweep,
    ladders_wake,
)
from .refusals import challenge_refusal

__all__ = [
    "challenge_answer",
    "challenge_make",
    "challenge_refusal",
    "ladder_create",
    "ladder_edit",
    "ladder_edit_undo",
    "ladder_join",
    "ladder_leave",
    "ladder_lock",
    "ladder_process_due",
    "ladder_remove",
    "ladders_compare",
    "ladders_restore",
    "ladders_sweep",
    "ladders_wake",
]
