"""Ratings as the API answers them: plain mappings made of columns, as `matches.ratings.api` describes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from matches.ratings.models import RatingPool, RatingStanding
from matches.ratings.systems import RatingSystem

Mapped = dict[str, Any]

_CHANGES = """
SELECT entry.match_id, pool.id, pool.name, entry.player_id, entry.value_before, entry.value_after
FROM matches_ratingentry AS entry JOIN matches_ratingpool AS pool ON pool.id = entry.rating_pool_id
WHERE entry.match_id = ANY (%s)
ORDER BY entry.match_id, entry.rating_pool_id, entry.player_id
"""


def rating_change_mappings(matches: Collection[int]) -> dict[int, list[Mapped]]:
    """What matches did to the ratings, by match, of those that did something: one query."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [list(matches)])
        rows = cursor.fetchall()
    found: dict[int, list[Mapped]] = defaultdict(list)
    for match, pool, name, player, before, after in rows:
        found[match].append(
            {
                "rating_pool": {"id": pool, "name": name},
                "player": player,
                "before": before,
                "after": after,
            }
        )
    return dict(found)


STANDING_COLUMNS = ("value", "experience", "carried", "matches", "won", "peak", "last_at")


def rating_mappings(players: Collection[int], now: datetime) -> dict[int, list[Mapped]]:
    """How players are rated in every pool, by player, of those who are: two queries, one for none."""
    standings = RatingStanding.objects.filter(player__in=players).order_by("rating_pool")
    rows = list(standings.values("player_id", "rating_pool_id", *STANDING_COLUMNS))
    numbers = {row["rating_pool_id"] for row in rows}
    rating_pools = RatingPool.objects.select_related("terms").in_bulk(numbers) if numbers else {}
    found: dict[int, list[Mapped]] = defaultdict(list)
    for row in rows:
        found[row["player_id"]].append(_rating_mapping(rating_pools[row["rating_pool_id"]], row, now))
    return dict(found)


def _rating_mapping(rating_pool: RatingPool, row: Mapping[str, Any], now: datetime) -> Mapped:
    terms = rating_pool.in_force
    return {
        "rating_pool": {"id": rating_pool.pk, "name": rating_pool.name},
        "rating_system": terms.rating_system,
        "rating": row["value"],
        "experience": row["experience"],
        "matches": row["matches"],
        "won": row["won"],
        "peak": row["peak"],
        "deviation": _deviation_now(terms.as_system, row, now),
        "last_at": row["last_at"],
        "provisional": terms.is_provisional(row["experience"]),
        "inactive": terms.is_inactive(row["last_at"], now),
    }


def _deviation_now(system: RatingSystem, row: Mapping[str, Any], now: datetime) -> float | None:
    """The standard deviation of a rating now, where its system has one."""
    rating = (row["value"], row["experience"], *row["carried"])
    return system.rating_deviation(system.rating_at(rating, now))


LEADER_COLUMNS = (
    "player_id", "player__name", "player__stand_in", "player__stand_in__name", "rating", "points", "played",
    "victories", "gained", "peak", "latest", *STANDING_COLUMNS,
)  # fmt: skip
"""Of what leaderboard_standings finds."""


def leader_mappings(
    rating_pool: RatingPool, rows: Iterable[Mapping[str, Any]], now: datetime
) -> list[Mapped]:
    """Rows of a leaderboard with LEADER_COLUMNS: no query."""
    terms = rating_pool.in_force
    system = terms.as_system
    return [
        {
            "player": {
                "id": row["player__stand_in"] or row["player_id"],
                "name": row["player__stand_in__name"] or row["player__name"],
            },
            "rating": row["rating"],
            "experience": row["points"],
            "matches": row["played"],
            "won": row["victories"],
            "gained": row["gained"],
            "peak": row["peak"],
            "deviation": _deviation_now(system, row, now),
            "last_at": row["latest"],
            "provisional": terms.is_provisional(row["points"]),
            "inactive": terms.is_inactive(row["last_at"], now),
        }
        for row in rows
    ]
