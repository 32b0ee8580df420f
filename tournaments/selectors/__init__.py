"""Reads of clubs and tournaments; docstrings say how many queries."""

from .clubs import appointment_list, club_list
from .play import BracketRound, BracketSlot, Play, StandingsRow, tournament_history, tournament_play
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
    "Play",
    "StandingsRow",
    "active_entries",
    "appointment_list",
    "club_list",
    "entry_list",
    "entry_ratings",
    "fixture_list",
    "live_fixtures",
    "tournament_entries",
    "tournament_history",
    "tournament_list",
    "tournament_overview",
    "tournament_play",
]
