"""Players, their ratings, and logins by token."""

from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from matches.models import Player, RatingEntry, RatingStanding, Token


def player_list() -> QuerySet[Player]:
    """Every player with aliases and ratings, in three queries."""
    return Player.objects.select_related("user").prefetch_related(
        "aliases", Prefetch("ratings", RatingStanding.objects.order_by("system"))
    )


def rating_history(player_id: int, system: str = "fibs") -> QuerySet[RatingEntry]:
    """A player's rating, step by step, oldest first, each step with its match."""
    return (
        RatingEntry.objects.filter(player=player_id, system=system)
        .select_related("match__one", "match__two", "match__result")
        .order_by("settled_at", "match")
    )


def token_by_secret(digest: str, now: datetime) -> Token | None:
    """The token with this SHA-256, with its login, unless it has expired: one query."""
    return (
        Token.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest, user__is_active=True)
        .first()
    )
