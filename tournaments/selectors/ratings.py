"""The ratings by which players are ordered."""

from collections.abc import Collection

from matches.selectors import leading_pool


def values_rated(players: Collection[int]) -> dict[int, float]:
    """The rating in the first pool of each of some players; who has none is not named. Two queries."""
    pool = leading_pool()
    return dict(pool.standings.filter(player__in=players).values_list("player", "value")) if pool.pk else {}
