"""What is written about clubs."""

from .clubs import (
    APPOINTMENT,
    appointment_write,
    club_appoint,
    club_create,
    club_dismiss,
    club_keep_an_owner,
)
from .editing import club_edit, club_edit_undo, club_remove
from .memberships import (
    MEMBERSHIP,
    application_answer,
    check_entry_wanted,
    entries_unwanted,
    membership_accept,
    membership_add,
    membership_apply,
    membership_end,
)
from .proposals import club_found, club_proposal_answer, club_propose, proposals_withdraw
from .rating_pools import arranged_match_count, check_rating_pool_open, club_rating_pool_open
from .registrations import (
    club_invite,
    club_player_record,
    club_players_record,
    persons_record,
    registrar_change,
    registrations_write,
)
from .sanctions import (
    SanctionPreview,
    SanctionTerms,
    check_matches_sanctioned,
    club_sanction,
    sanction_preview,
)
from .service_accounts import (
    service_account_end,
    service_account_make,
    service_token_issue,
    service_token_revoke,
)

__all__ = [
    "APPOINTMENT",
    "MEMBERSHIP",
    "SanctionPreview",
    "SanctionTerms",
    "application_answer",
    "appointment_write",
    "arranged_match_count",
    "check_entry_wanted",
    "check_matches_sanctioned",
    "check_rating_pool_open",
    "club_appoint",
    "club_create",
    "club_dismiss",
    "club_edit",
    "club_edit_undo",
    "club_found",
    "club_invite",
    "club_keep_an_owner",
    "club_player_record",
    "club_players_record",
    "club_proposal_answer",
    "club_propose",
    "club_rating_pool_open",
    "club_remove",
    "club_sanction",
    "entries_unwanted",
    "membership_accept",
    "membership_add",
    "membership_apply",
    "membership_end",
    "persons_record",
    "proposals_withdraw",
    "registrar_change",
    "registrations_write",
    "sanction_preview",
    "service_account_end",
    "service_account_make",
    "service_token_issue",
    "service_token_revoke",
]
