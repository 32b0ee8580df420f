"""The one write path: API, pages, admin, tasks and commands all call these.

Each service is one transaction: lock, check, write the fact, then the outbox rows of what it sets off.
"""

from .caches import match_caches_compare
from .dice import dice_extract
from .logins import token_issue, token_revoke, token_used, user_register
from .matches import match_create, match_settle, match_walk_over
from .players import player_create, player_edit
from .ratings import ratings_rebuild, ratings_update
from .reports import report_submit, report_verify
from .work import heartbeat_record, work_sweep

__all__ = [
    "dice_extract",
    "heartbeat_record",
    "match_caches_compare",
    "match_create",
    "match_settle",
    "match_walk_over",
    "player_create",
    "player_edit",
    "ratings_rebuild",
    "ratings_update",
    "report_submit",
    "report_verify",
    "token_issue",
    "token_revoke",
    "token_used",
    "user_register",
    "work_sweep",
]
