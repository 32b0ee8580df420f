"""What is read of ratings."""

from .leaderboards import (
    Board,
    is_rating_inactive,
    is_rating_provisional,
    leaderboard_standings,
    rating_expectation,
)
from .players import player_ranking, rating_history
from .previews import ratings_shown
from .ratings import (
    EVERYBODY,
    Place,
    first_unrated,
    leading_rating_pool,
    leading_rating_values,
    matches_to_rate,
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
    results_from_place_on,
)

__all__ = [
    "EVERYBODY",
    "Board",
    "Place",
    "first_unrated",
    "is_rating_inactive",
    "is_rating_provisional",
    "leaderboard_standings",
    "leading_rating_pool",
    "leading_rating_values",
    "matches_to_rate",
    "player_ranking",
    "rated_matches",
    "rated_results",
    "rating_changes",
    "rating_expectation",
    "rating_history",
    "rating_pool_list",
    "rating_pools_behind",
    "rating_pools_kept",
    "rating_pools_of_matches",
    "rating_prefetch",
    "rating_values",
    "ratings_before",
    "ratings_shown",
    "results_from_place_on",
]
