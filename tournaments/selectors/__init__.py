"""Reads of clubs and tournaments; docstrings say how many queries."""

from .clubs import appointment_list, club_list
from .course import (
    BracketRound,
    BracketSlot,
    Course,
    StandingsRow,
    tournament_course,
    tournament_fold,
)
from .dice import tournament_dice, tournament_shared
from .following import Followed, fixture_followed
from .previews import tournament_consequence
from .tournaments import (
    active_entries,
    entry_list,
    entry_ratings,
    fixture_list,
    live_fixtures,
    tournament_entries,
    tournament_list,
    tournament_overview,
)

__all__ = [
    "BracketRound",
    "BracketSlot",
    "Course",
    "Followed",
    "StandingsRow",
    "active_entries",
    "appointment_list",
    "club_list",
    "entry_list",
    "entry_ratings",
    "fixture_followed",
    "fixture_list",
    "live_fixtures",
    "tournament_consequence",
    "tournament_course",
    "tournament_dice",
    "tournament_entries",
    "tournament_fold",
    "tournament_list",
    "tournament_overview",
    "tournament_shared",
]
