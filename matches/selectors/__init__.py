"""Reads. Querysets for lists, dataclasses for computed views; docstrings say how many queries."""

from .matches import (
    match_detail,
    match_list,
    match_statements,
    match_terms,
    report_detail,
    reports_without_verdict,
)
from .players import player_list, player_ranking, rating_history, token_by_secret
from .ratings import first_unrated, rated_match, rated_results, ratings_before
from .work import Health, health

__all__ = [
    "Health",
    "first_unrated",
    "health",
    "match_detail",
    "match_list",
    "match_statements",
    "match_terms",
    "player_list",
    "player_ranking",
    "rated_match",
    "rated_results",
    "rating_history",
    "ratings_before",
    "report_detail",
    "reports_without_verdict",
    "token_by_secret",
]
