"""What is read of ratings."""

from .leaderboards import Board, expectations, is_inactive, is_provisional, leaderboard
from .players import player_ranking, rating_history
from .previews import ratings_shown
from .ratings import (
    EVERYBODY,
    Place,
    first_unrated,
    leading_pool,
    matches_named,
    pool_list,
    pools_behind,
    pools_concerned,
    pools_kept,
    rated_matches,
    rated_results,
    rating_changes,
    rating_dict,
    rating_prefetch,
    rating_values,
    ratings_before,
    since,
    values_rated,
)

__all__ = [
    "EVERYBODY",
    "Board",
    "Place",
    "expectations",
    "first_unrated",
    "is_inactive",
    "is_provisional",
    "leaderboard",
    "leading_pool",
    "matches_named",
    "player_ranking",
    "pool_list",
    "pools_behind",
    "pools_concerned",
    "pools_kept",
    "rated_matches",
    "rated_results",
    "rating_changes",
    "rating_dict",
    "rating_history",
    "rating_prefetch",
    "rating_values",
    "ratings_before",
    "ratings_shown",
    "since",
    "values_rated",
]
