"""Ratings as the API answers them: plain mappings made of columns, as `matches.ratings.api` describes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from matches.ratings.models import RatingPool, RatingPoolTerms
from matches.ratings.systems import VALUE, Rating, RatingSystem

from .leaderboards import Leader

Mapped = dict[str, Any]

RATING_CHANGES_COLUMN = """
(
    SELECT jsonb_agg(
        jsonb_build_array(pool.id, pool.name, entry.player_id, entry.value_before, entry.value_after)
        ORDER BY entry.rating_pool_id, entry.player_id
    )
    FROM matches_ratingentry AS entry JOIN matches_ratingpool AS pool ON pool.id = entry.rating_pool_id
    WHERE entry.match_id = {row}
)
"""
"""What a match did to the ratings."""


def rating_change_mappings(column: Iterable[Sequence[Any]] | None) -> list[Mapped]:
    """Of RATING_CHANGES_COLUMN."""
    return [
        {
            "rating_pool": {"id": pool, "name": name},
            "player": player,
            "before": float(before),
            "after": float(after),
        }
        for pool, name, player, before, after in column or ()
    ]


RATINGS_COLUMN = """
(
    SELECT jsonb_agg(
        jsonb_build_array(
            pool.id, pool.name, pool.terms_id IS NULL, terms.rating_system, terms.parameters,
            terms.provisional, terms.inactive_after, standing.value, standing.experience, standing.carried,
            standing.matches, standing.won, standing.peak, standing.last_at
        )
        ORDER BY pool.id
    )
    FROM matches_ratingstanding AS standing
    JOIN matches_ratingpool AS pool ON pool.id = standing.rating_pool_id
    LEFT JOIN matches_poolterms AS terms ON terms.id = pool.terms_id
    WHERE standing.player_id = {row}
)
"""
"""How a player is rated in every pool."""


def rating_mappings(column: Iterable[Sequence[Any]] | None, now: datetime) -> list[Mapped]:
    """Of RATINGS_COLUMN."""
    return [_rating_mapping(now, *row) for row in column or ()]


def _rating_mapping(
    now: datetime,
    rating_pool: int,
    name: str,
    is_usual: bool,
    rating_system: str,
    parameters: Mapping[str, Any],
    provisional: int,
    inactive_after: int | None,
    value: float,
    experience: int,
    carried: Sequence[float],
    matches: int,
    won: int,
    peak: float | None,
    last_at: str,
) -> Mapped:
    terms = (
        RatingPoolTerms()
        if is_usual
        else RatingPoolTerms(
            rating_system=rating_system,
            parameters=parameters,
            provisional=provisional,
            inactive_after=inactive_after,
        )
    )
    last = datetime.fromisoformat(last_at)
    # JSON writes whole numbers without a fraction.
    rating = (float(value), experience, *map(float, carried))
    return {
        "rating_pool": {"id": rating_pool, "name": name},
        "rating_system": terms.rating_system,
        "rating": rating[VALUE],
        "experience": experience,
        "matches": matches,
        "won": won,
        "peak": None if peak is None else float(peak),
        "deviation": _deviation_now(terms.as_system, rating, now),
        "last_at": last,
        "provisional": terms.is_provisional(experience),
        "inactive": terms.is_inactive(last, now),
    }


def _deviation_now(system: RatingSystem, rating: Rating, now: datetime) -> float | None:
    """The standard deviation of a rating now, where its system has one."""
    return system.rating_deviation(system.rating_at(rating, now))


def leader_mappings(rating_pool: RatingPool, rows: Iterable[Leader], now: datetime) -> list[Mapped]:
    """Rows of a leaderboard: no query."""
    terms = rating_pool.in_force
    system = terms.as_system
    return [
        {
            "player": {"id": row.number, "name": row.name},
            "rating": row.rating,
            "experience": row.experience,
            "matches": row.matches,
            "won": row.won,
            "gained": row.gained,
            "peak": row.peak,
            "deviation": _deviation_now(system, row.as_rating, now),
            "last_at": row.last_at,
            "provisional": terms.is_provisional(row.experience),
            "inactive": terms.is_inactive(row.standing_at, now),
        }
        for row in rows
    ]
