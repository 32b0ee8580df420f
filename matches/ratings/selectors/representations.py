"""Ratings as the API answers them: plain mappings made of columns, as `matches.ratings.api` describes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from json import loads
from typing import Any

from matches.ratings.models import RatingPool, RatingPoolTerms
from matches.ratings.systems import Rating, RatingSystem
from matches.work.statements import Statement

Mapped = dict[str, Any]

_CHANGES = Statement("""
SELECT entry.match_id, pool.id, pool.name, entry.player_id, entry.value_before, entry.value_after
FROM matches_ratingentry AS entry JOIN matches_ratingpool AS pool ON pool.id = entry.rating_pool_id
WHERE entry.match_id = ANY (%(matches)s)
ORDER BY entry.match_id, entry.rating_pool_id, entry.player_id
""")


def rating_change_mappings(matches: Collection[int]) -> dict[int, list[Mapped]]:
    """What matches did to the ratings, by match, of those that did something: one query."""
    found: dict[int, list[Mapped]] = defaultdict(list)
    for match, pool, name, player, before, after in _CHANGES(matches=list(matches)):
        found[match].append(
            {
                "rating_pool": {"id": pool, "name": name},
                "player": player,
                "before": before,
                "after": after,
            }
        )
    return dict(found)


_RATINGS = Statement("""
SELECT standing.player_id, pool.id, pool.name, pool.terms_id IS NULL, terms.rating_system, terms.parameters,
    terms.provisional, terms.inactive_after, standing.value, standing.experience, standing.carried,
    standing.matches, standing.won, standing.peak, standing.last_at
FROM matches_ratingstanding AS standing
JOIN matches_ratingpool AS pool ON pool.id = standing.rating_pool_id
LEFT JOIN matches_poolterms AS terms ON terms.id = pool.terms_id
WHERE standing.player_id = ANY (%(players)s)
ORDER BY standing.player_id, pool.id
""")


def rating_mappings(players: Collection[int], now: datetime) -> dict[int, list[Mapped]]:
    """How players are rated in every pool, by player, of those who are: one query."""
    found: dict[int, list[Mapped]] = defaultdict(list)
    for player, *row in _RATINGS(players=list(players)):
        found[player].append(_rating_mapping(now, *row))
    return dict(found)


def _rating_mapping(
    now: datetime,
    rating_pool: int,
    name: str,
    is_usual: bool,
    rating_system: str,
    parameters: str,
    provisional: int,
    inactive_after: int | None,
    value: float,
    experience: int,
    carried: Sequence[float],
    matches: int,
    won: int,
    peak: float | None,
    last_at: datetime,
) -> Mapped:
    terms = (
        RatingPoolTerms()
        if is_usual
        else RatingPoolTerms(
            rating_system=rating_system,
            parameters=loads(parameters),
            provisional=provisional,
            inactive_after=inactive_after,
        )
    )
    return {
        "rating_pool": {"id": rating_pool, "name": name},
        "rating_system": terms.rating_system,
        "rating": value,
        "experience": experience,
        "matches": matches,
        "won": won,
        "peak": peak,
        "deviation": _deviation_now(terms.as_system, (value, experience, *carried), now),
        "last_at": last_at,
        "provisional": terms.is_provisional(experience),
        "inactive": terms.is_inactive(last_at, now),
    }


def _deviation_now(system: RatingSystem, rating: Rating, now: datetime) -> float | None:
    """The standard deviation of a rating now, where its system has one."""
    return system.rating_deviation(system.rating_at(rating, now))


LEADER_COLUMNS = (
    "player_id", "player__name", "player__stand_in", "player__stand_in__name", "rating", "points", "played",
    "victories", "gained", "peak", "latest", "value", "experience", "carried", "last_at",
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
            "deviation": _deviation_now(system, (row["value"], row["experience"], *row["carried"]), now),
            "last_at": row["latest"],
            "provisional": terms.is_provisional(row["points"]),
            "inactive": terms.is_inactive(row["last_at"], now),
        }
        for row in rows
    ]
