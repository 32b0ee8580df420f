"""What is read of ratings."""

from .leaderboards import Board, is_inactive, is_provisional, leaderboard_standings, match_expectation
from .players import player_ranking, rating_history
from .previews import ratings_shown
from .ratings import (
    EVERYBODY,
    Place,
    first_unrated,
    from_place_on,
    leading_pool,
    matches_named,
    pool_list,
    pools_behind,
    pools_concerned,
    pools_kept,
    rated_matches,
    rated_results,
    rating_changes,
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
    "leading_pool",
    "match_expectation",
    "matches_named",
    "player_ranking",
    "pool_list",
    "pools_behind",
    "pools_concerned",
    "pools_kept",
    "rated_matches",
    "rated_results",
    "rating_changes",
    "rating_history",
    "rating_prefetch",
    "rating_values",
    "ratings_before",
    "ratings_shown",
    "values_rated",
]
