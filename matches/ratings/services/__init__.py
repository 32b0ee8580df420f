"""What is written about ratings."""

from .compare import pools_compare, ratings_compare
from .imports import EARLIEST, RESULTS_MAX, Elsewhere, results_import
from .pools import (
    RatingTerms,
    match_counts,
    pool_open,
    pool_rate,
    pool_rename,
    pool_write,
    pools_numbered,
    terms_restore,
)
from .ratings import ratings_are_written, ratings_rebuild, ratings_sweep, ratings_update

__all__ = [
    "EARLIEST",
    "RESULTS_MAX",
    "Elsewhere",
    "RatingTerms",
    "match_counts",
    "pool_open",
    "pool_rate",
    "pool_rename",
    "pool_write",
    "pools_compare",
    "pools_numbered",
    "ratings_are_written",
    "ratings_compare",
    "ratings_rebuild",
    "ratings_sweep",
    "ratings_update",
    "results_import",
    "terms_restore",
]
