"""What is written about players."""

from .claims import claim_answer, claim_make, claim_object, claim_take_effect, claims_wake
from .closing import login_close
from .compare import players_compare, players_restore
from .invitations import invitation_answer, invitation_make, invitations_take_back, needs_consent
from .links import (
    IssuedLink,
    invitation_link_issue,
    invitation_link_use,
    invitation_link_withdraw,
    link_opened,
    link_over,
)
from .logins import player_release
from .members import ROSTER_MAX, member_join
from .merges import MergePreview, merge_preview, merge_undo, players_merge
from .players import NewPerson, Profile, persons_write, player_create, player_edit, player_write
from .presence import (
    check_group_complete,
    check_player_present,
    entry_refusers,
    entry_unwanted,
    players_lock,
    present_players_lock,
)
from .privacy import (
    anonymisation_cancel,
    anonymisations_wake,
    player_anonymise,
    player_anonymise_due,
)

__all__ = [
    "ROSTER_MAX",
    "IssuedLink",
    "MergePreview",
    "NewPerson",
    "Profile",
    "anonymisation_cancel",
    "anonymisations_wake",
    "check_group_complete",
    "check_player_present",
    "claim_answer",
    "claim_make",
    "claim_object",
    "claim_take_effect",
    "claims_wake",
    "entry_refusers",
    "entry_unwanted",
    "invitation_answer",
    "invitation_link_issue",
    "invitation_link_use",
    "invitation_link_withdraw",
    "invitation_make",
    "invitations_take_back",
    "link_opened",
    "link_over",
    "login_close",
    "member_join",
    "merge_preview",
    "merge_undo",
    "needs_consent",
    "persons_write",
    "player_anonymise",
    "player_anonymise_due",
    "player_create",
    "player_edit",
    "player_release",
    "player_write",
    "players_compare",
    "players_lock",
    "players_merge",
    "players_restore",
    "present_players_lock",
]
