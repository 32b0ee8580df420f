"""What is read of ratings."""

from .leaderboards import Board, is_inactive, is_provisional, leaderboard_standings, match_expectation
from .players import player_ranking, rating_history
from .previews import ratings_shown
from .ratings import (
    EVERYBODY,
    Place,
    first_unrated,
    from_place_on,
    leading_rating_pool,
    matches_named,
    rated_matches,
    rated_results,
    rating_changes,
    rating_pool_list,
    rating_pools_behind,
    rating_pools_kept,
    rating_pools_of_matches,
    rating_prefetch,
    rating_values,
    ratings_before,
    values_rated,
)

__all__ = [
    "EVERYBODY",
    "Board",
    "Place",
    "first_unrated",
    "from_place_on",
    "is_inactive",
    "is_provisional",
    "leaderboard_standings",
    "leading_rating_pool",
    "match_expectation",
    "matches_named",
    "player_ranking",
    "rated_matches",
    "rated_results",
    "rating_changes",
    "rating_history",
    "rating_pool_list",
    "rating_pools_behind",
    "rating_pools_kept",
    "rating_pools_of_matches",
    "rating_prefetch",
    "rating_values",
    "ratings_before",
    "ratings_shown",
    "values_rated",
]
