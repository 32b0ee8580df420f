"""Ratings as pages show them: what a match did to them, what one is now, the curve one took."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils import timezone

from matches.play.models import Match
from matches.ratings.models import RatingEntry, RatingStanding
from matches.ratings.selectors import is_rating_inactive, is_rating_provisional

register = template.Library()

# The curve's own units; the page stretches them.
CURVE_WIDTH, CURVE_HEIGHT = 600, 150


@register.filter
def rating_changes(match: Match) -> list[RatingEntry]:
    """What the match did to the ratings, side one first."""
    return sorted(
        match.rating_entries.all(),
        key=lambda entry: (
            entry.rating_pool_id,
            entry.won != (match.result is not None and match.result.winner == 0),
        ),
    )


@register.filter
def rated_name(entry: RatingEntry, match: Match) -> str:
    """The name of the side whose rating an entry is; it may be merged into another by now."""
    assert match.result is not None
    assert match.result.winner is not None
    return match.players[match.result.winner if entry.won else 1 - match.result.winner].name


@register.filter
def rating_pools(match: Match) -> int:
    """In how many rating pools the match was rated."""
    return len({entry.rating_pool_id for entry in match.rating_entries.all()})


@register.filter
def rating_now(standing: RatingStanding) -> dict[str, Any]:
    """What a page says beside a rating: the deviation, and whether it is provisional or inactive."""
    rating_pool, now = standing.rating_pool, timezone.now()
    return {
        "deviation": rating_pool.system.rating_deviation(
            rating_pool.system.rating_at(standing.as_rating, now)
        ),
        "provisional": is_rating_provisional(rating_pool, standing.experience),
        "inactive": is_rating_inactive(rating_pool, standing.last_at, now),
    }


@register.filter
def rated_opponent_side(entry: RatingEntry) -> int:
    """The side of the match that the opponent of an entry played on."""
    assert entry.match.result is not None
    winner = entry.match.result.winner or 0
    return 1 - winner if entry.won else winner


@register.filter
def signed_rating_change(change: float) -> str:
    """+3.14, −3.14 or ±0.00."""
    rounded = round(change, 2)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{abs(rounded):.2f}"


@register.inclusion_tag("ratings/_curve.html")
def rating_curve(values: Sequence[float]) -> dict[str, Any]:
    """A rating match by match as a curve; the values are those before the first match and after each."""
    low, high = min(values), max(values)
    span = max(high - low, 1.0)
    step = CURVE_WIDTH / max(len(values) - 1, 1)
    line = " ".join(
        f"{number * step:.1f},{CURVE_HEIGHT * (high - value) / span:.1f}"
        for number, value in enumerate(values)
    )
    return {
        "line": line,
        "width": CURVE_WIDTH,
        "height": CURVE_HEIGHT,
        "low": low,
        "high": high,
        "matches": len(values) - 1,
        "now": values[-1],
    }
