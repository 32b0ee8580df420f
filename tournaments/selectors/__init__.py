"""Reads of clubs and tournaments; docstrings say how many queries."""

from .clubs import appointment_list, club_list
from .course import (
    BracketRound,
    BracketSlot,
    Course,
    ShownPart,
    StandingsRow,
    tournament_course,
)
from .dice import tournament_dice, tournament_shared
from .following import Followed, fixture_followed
from .history import (
    draw_of,
    folded,
    tournament_field,
    tournament_fold,
    tournament_history,
    tournament_ties,
    with_posts,
)
from .leagues import (
    DivisionTable,
    Following,
    Otherwise,
    SeasonRow,
    SeasonShown,
    league_list,
    season_following,
    season_list,
    season_shown,
)
from .money import PayoutSheet, money_shown, payout_sheet, pool_list
from .previews import tournament_consequence
from .tournaments import (
    active_entries,
    entry_line_ups,
    entry_list,
    entry_ratings,
    fixture_list,
    live_fixtures,
    posting_list,
    tournament_entries,
    tournament_list,
    tournament_overview,
)
from .trf import tournament_trf

__all__ = [
    "BracketRound",
    "BracketSlot",
    "Course",
    "DivisionTable",
    "Followed",
    "Following",
    "Otherwise",
    "PayoutSheet",
    "SeasonRow",
    "SeasonShown",
    "ShownPart",
    "StandingsRow",
    "active_entries",
    "appointment_list",
    "club_list",
    "draw_of",
    "entry_line_ups",
    "entry_list",
    "entry_ratings",
    "fixture_followed",
    "fixture_list",
    "folded",
    "league_list",
    "live_fixtures",
    "money_shown",
    "payout_sheet",
    "pool_list",
    "posting_list",
    "season_following",
    "season_list",
    "season_shown",
    "tournament_consequence",
    "tournament_course",
    "tournament_dice",
    "tournament_entries",
    "tournament_field",
    "tournament_fold",
    "tournament_history",
    "tournament_list",
    "tournament_overview",
    "tournament_shared",
    "tournament_ties",
    "tournament_trf",
    "with_posts",
]
