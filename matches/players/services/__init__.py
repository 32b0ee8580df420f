"""What is written about players."""

from .claims import claim_answer, claim_make, player_release
from .compare import stand_ins_compare
from .members import ROSTER_MAX
from .merges import (
    MergePreview,
    merge_preview,
    merge_undo,
    players_merge,
    players_restore,
)
from .players import player_create, player_edit
from .presence import check_player_present, players_lock, present_players_lock
from .privacy import player_anonymise

__all__ = [
    "ROSTER_MAX",
    "MergePreview",
    "check_player_present",
    "claim_answer",
    "claim_make",
    "merge_preview",
    "merge_undo",
    "player_anonymise",
    "player_create",
    "player_edit",
    "player_release",
    "players_lock",
    "players_merge",
    "players_restore",
    "present_players_lock",
    "stand_ins_compare",
]
