"""The ratings by which players are ordered."""

from collections.abc import Collection
from datetime import datetime

from matches.models import RatingStanding


def rating_values(players: Collection[int], now: datetime) -> dict[int, float]:
    """The rating of each of some players as it stands at `now`; who has none is not named. One query."""
    standings = RatingStanding.objects.filter(system="fibs", player__in=players)
    return dict(standings.values_list("player", "value"))
