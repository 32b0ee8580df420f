"""What is written about ratings."""

from .compare import rating_pools_compare, ratings_compare
from .editing import rating_pool_edit, rating_pool_edit_undo, rating_pool_remove
from .imports import EARLIEST, RESULTS_MAX, Elsewhere, results_import
from .rating_pools import (
    RatingPoolAnnouncement,
    RatingTerms,
    matches_count_in_rating_pools,
    rating_pool_open,
    rating_pool_rate,
    rating_pool_write,
    rating_pools_numbered,
    rating_terms_restore,
)
from .updates import (
    rating_pool_update,
    ratings_are_written,
    ratings_rebuild,
    ratings_sweep,
    ratings_update,
)

__all__ = [
    "EARLIEST",
    "RESULTS_MAX",
    "Elsewhere",
    "RatingPoolAnnouncement",
    "RatingTerms",
    "matches_count_in_rating_pools",
    "rating_pool_edit",
    "rating_pool_edit_undo",
    "rating_pool_open",
    "rating_pool_rate",
    "rating_pool_remove",
    "rating_pool_update",
    "rating_pool_write",
    "rating_pools_compare",
    "rating_pools_numbered",
    "rating_terms_restore",
    "ratings_are_written",
    "ratings_compare",
    "ratings_rebuild",
    "ratings_sweep",
    "ratings_update",
    "results_import",
]
