"""The one write path: API, pages, admin, tasks and commands all call these.

Each service is one transaction: lock, check, write the fact, then the outbox rows of what it sets off.
"""

from .answers import report_answer
from .appeals import committee_appoint, ruling_appeal, vote_cast
from .caches import match_caches_compare
from .deadlines import deadlines_sweep, match_attend
from .dice import dice_extract
from .games import game_record, game_take_back
from .logins import token_issue, token_revoke, token_used, user_register
from .matches import match_create, match_current, matches_begun, matches_displace, matches_lock
from .penalties import penalty_give
from .players import player_create, player_edit
from .possible import Possible, possible
from .ratings import ratings_rebuild, ratings_update
from .rebuild import export_load, matches_restore
from .reports import report_submit, report_verify
from .rulings import match_award, ruling_make, ruling_preview, ruling_undo, undo_preview
from .schedules import match_schedule
from .work import heartbeat_record, work_sweep

__all__ = [
    "Possible",
    "committee_appoint",
    "deadlines_sweep",
    "dice_extract",
    "export_load",
    "game_record",
    "game_take_back",
    "heartbeat_record",
    "match_attend",
    "match_award",
    "match_caches_compare",
    "match_create",
    "match_current",
    "match_schedule",
    "matches_begun",
    "matches_displace",
    "matches_lock",
    "matches_restore",
    "penalty_give",
    "player_create",
    "player_edit",
    "possible",
    "ratings_rebuild",
    "ratings_update",
    "report_answer",
    "report_submit",
    "report_verify",
    "ruling_appeal",
    "ruling_make",
    "ruling_preview",
    "ruling_undo",
    "token_issue",
    "token_revoke",
    "token_used",
    "undo_preview",
    "user_register",
    "vote_cast",
    "work_sweep",
]
