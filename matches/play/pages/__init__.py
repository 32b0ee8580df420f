"""The desk of a match: what its players and officials do about it on the pages. Forms call the services.

Whatever changes a decided match is shown with all its consequences before it can be done.
"""

from matches.players.pages.claims import claim_answer_page, claim_page, claims_page
from matches.players.pages.merges import merge_page, merge_undo_page, merges_page
from matches.players.pages.profile import (
    anonymise_page,
    holdings_page,
    profile_edit_page,
    profile_page,
    release_page,
)

from .games import game_page, games_page, take_back_page
from .results import answer_page, desk_page, penalty_page, report_page, schedule_page
from .rulings import appeal_page, committee_page, rule_page, undo_page, vote_page

__all__ = [
    "anonymise_page",
    "answer_page",
    "appeal_page",
    "claim_answer_page",
    "claim_page",
    "claims_page",
    "committee_page",
    "desk_page",
    "game_page",
    "games_page",
    "holdings_page",
    "merge_page",
    "merge_undo_page",
    "merges_page",
    "penalty_page",
    "profile_edit_page",
    "profile_page",
    "release_page",
    "report_page",
    "rule_page",
    "schedule_page",
    "take_back_page",
    "undo_page",
    "vote_page",
]
