"""The one write path: API, pages, admin, tasks and commands all call these.

Each service is one transaction: lock, check, write the fact, then the outbox rows of what it sets off.
"""

from .answers import report_answer
from .appeals import committee_appoint, ruling_appeal, vote_cast
from .caches import caches_compare, caches_restore
from .claims import claim_answer, claim_make, player_release
from .deadlines import deadlines_sweep, match_attend
from .dice import dice_extract
from .games import game_record, game_take_back
from .imports import results_import
from .logins import token_issue, token_revoke, token_used, user_register
from .matches import match_create, matches_begun, matches_current, matches_displace
from .merges import MergePreview, merge_preview, merge_undo, players_merge
from .penalties import penalty_give
from .players import player_create, player_edit
from .possible import Possible, possible
from .privacy import player_anonymise
from .rating_pools import pool_open, pool_rate, pool_rename, terms_restore
from .ratings import ratings_are_written, ratings_rebuild, ratings_update
from .rebuild import export_load, matches_restore, players_restore
from .reports import report_submit, report_verify
from .rulings import match_award, ruling_make, ruling_preview, ruling_undo, undo_preview
from .schedules import match_schedule
from .work import heartbeat_record, work_sweep, work_wake

__all__ = [
    "MergePreview",
    "Possible",
    "caches_compare",
    "caches_restore",
    "claim_answer",
    "claim_make",
    "committee_appoint",
    "deadlines_sweep",
    "dice_extract",
    "export_load",
    "game_record",
    "game_take_back",
    "heartbeat_record",
    "match_attend",
    "match_award",
    "match_create",
    "match_schedule",
    "matches_begun",
    "matches_current",
    "matches_displace",
    "matches_restore",
    "merge_preview",
    "merge_undo",
    "penalty_give",
    "player_anonymise",
    "player_create",
    "player_edit",
    "player_release",
    "players_merge",
    "players_restore",
    "pool_open",
    "pool_rate",
    "pool_rename",
    "possible",
    "ratings_are_written",
    "ratings_rebuild",
    "ratings_update",
    "report_answer",
    "report_submit",
    "report_verify",
    "results_import",
    "ruling_appeal",
    "ruling_make",
    "ruling_preview",
    "ruling_undo",
    "terms_restore",
    "token_issue",
    "token_revoke",
    "token_used",
    "undo_preview",
    "user_register",
    "vote_cast",
    "work_sweep",
    "work_wake",
]
