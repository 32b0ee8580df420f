"""Reads of clubs and tournaments; docstrings say how many queries."""

from .clubs import appointment_list, club_list
from .tournaments import (
    BracketRound,
    BracketSlot,
    StandingsRow,
    active_entries,
    entry_list,
    entry_ratings,
    fixture_list,
    live_fixtures,
    tournament_bracket,
    tournament_entries,
    tournament_history,
    tournament_list,
    tournament_overview,
    tournament_standings,
)

__all__ = [
    "BracketRound",
    "BracketSlot",
    "StandingsRow",
    "active_entries",
    "appointment_list",
    "club_list",
    "entry_list",
    "entry_ratings",
    "fixture_list",
    "live_fixtures",
    "tournament_bracket",
    "tournament_entries",
    "tournament_history",
    "tournament_list",
    "tournament_overview",
    "tournament_standings",
]
