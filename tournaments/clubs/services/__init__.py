"""What is written about clubs."""

from .clubs import APPOINTMENT, appointment_write, club_appoint, club_create, club_dismiss
from .memberships import (
    MEMBERSHIP,
    application_answer,
    check_entry_wanted,
    membership_accept,
    membership_add,
    membership_apply,
    membership_end,
)
from .rating_pools import check_rating_pool_open, club_admit, club_rating_pool_open
from .registrations import club_invite, club_player_record, registrar_change, registrations_write

__all__ = [
    "APPOINTMENT",
    "MEMBERSHIP",
    "application_answer",
    "appointment_write",
    "check_entry_wanted",
    "check_rating_pool_open",
    "club_admit",
    "club_appoint",
    "club_create",
    "club_dismiss",
    "club_invite",
    "club_player_record",
    "club_rating_pool_open",
    "membership_accept",
    "membership_add",
    "membership_apply",
    "membership_end",
    "registrar_change",
    "registrations_write",
]
