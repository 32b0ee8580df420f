"""Reads. Querysets for lists, dataclasses for computed views; docstrings say how many queries."""

from .dice import (
    DiceTogether,
    Finding,
    MatchDice,
    Shared,
    TranscriptDice,
    counted_dice,
    match_dice,
    match_of_each,
    matches_dice,
    player_dice,
    reports_without_dice,
    shared_for,
    shared_with,
)
from .matches import (
    match_detail,
    match_events,
    match_list,
    match_terms,
    report_detail,
    reports_pending,
    reports_without_verdict,
)
from .players import player_list, player_ranking, rating_history, token_by_secret
from .ratings import first_unrated, rated_match, rated_results, ratings_before
from .work import Health, health

__all__ = [
    "DiceTogether",
    "Finding",
    "Health",
    "MatchDice",
    "Shared",
    "TranscriptDice",
    "counted_dice",
    "first_unrated",
    "health",
    "match_detail",
    "match_dice",
    "match_list",
    "match_of_each",
    "match_events",
    "match_terms",
    "matches_dice",
    "player_dice",
    "player_list",
    "player_ranking",
    "rated_match",
    "rated_results",
    "rating_history",
    "ratings_before",
    "report_detail",
    "reports_pending",
    "reports_without_dice",
    "reports_without_verdict",
    "shared_for",
    "shared_with",
    "token_by_secret",
]
