"""The one write path of clubs, tournaments, ponds and ladders.

Rows are locked tournament first, then match, then outbox; a pond's before the outbox, with no
other; a ladder's before those of its matches.
"""

from .advance import fixture_advance, tournament_advance, tournaments_sweep
from .caches import tournament_caches_compare
from .challenges import challenge_answer, challenge_make
from .clubs import club_appoint, club_create, club_dismiss
from .draws import tiebreaks_set, tournament_draw
from .entries import entry_add, entry_check_in, entry_come_back, entry_substitute, entry_withdraw
from .imports import entries_import
from .ladders import (
    ladder_attend,
    ladder_create,
    ladder_edit,
    ladder_join,
    ladder_leave,
    ladders_sweep,
    ladders_wake,
)
from .ladders_stored import ladders_compare, ladders_restore
from .leagues import league_create, season_open, season_preview
from .line_ups import line_up_set
from .master_points import master_points_set
from .memberships import application_answer, membership_add, membership_apply, membership_end
from .money import pools_set, stake_add
from .ponds import (
    bid_make,
    pond_attend,
    pond_create,
    pond_enter,
    pond_leave,
    pond_start,
    ponds_compare,
    ponds_sweep,
    ponds_wake,
)
from .rating_pools import club_admit, club_pool_open, countings_compare, countings_restore, tournament_count
from .rebuild import ponds_restore, tournaments_restore
from .sheets import pairing_post, pairings_call, play_offs_post, posting_retract
from .tournaments import tournament_create

__all__ = [
    "application_answer",
    "bid_make",
    "challenge_answer",
    "challenge_make",
    "club_admit",
    "club_appoint",
    "club_create",
    "club_dismiss",
    "club_pool_open",
    "countings_compare",
    "countings_restore",
    "entries_import",
    "entry_add",
    "entry_check_in",
    "entry_come_back",
    "entry_substitute",
    "entry_withdraw",
    "fixture_advance",
    "ladder_attend",
    "ladder_create",
    "ladder_edit",
    "ladder_join",
    "ladder_leave",
    "ladders_compare",
    "ladders_restore",
    "ladders_sweep",
    "ladders_wake",
    "league_create",
    "line_up_set",
    "master_points_set",
    "membership_add",
    "membership_apply",
    "membership_end",
    "pairing_post",
    "pairings_call",
    "play_offs_post",
    "pond_attend",
    "pond_create",
    "pond_enter",
    "pond_leave",
    "pond_start",
    "ponds_compare",
    "ponds_restore",
    "ponds_sweep",
    "ponds_wake",
    "pools_set",
    "posting_retract",
    "season_open",
    "season_preview",
    "stake_add",
    "tiebreaks_set",
    "tournament_advance",
    "tournament_caches_compare",
    "tournament_count",
    "tournament_create",
    "tournament_draw",
    "tournaments_restore",
    "tournaments_sweep",
]
