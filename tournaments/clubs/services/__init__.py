"""What is written about clubs."""

from .clubs import club_appoint, club_create, club_dismiss
from .memberships import application_answer, membership_add, membership_apply, membership_end
from .rating_pools import check_rating_pool_open, club_admit, club_rating_pool_open
from .registrations import club_player_record, registrar_change

__all__ = [
    "application_answer",
    "check_rating_pool_open",
    "club_admit",
    "club_appoint",
    "club_create",
    "club_dismiss",
    "club_player_record",
    "club_rating_pool_open",
    "membership_add",
    "membership_apply",
    "membership_end",
    "registrar_change",
]
