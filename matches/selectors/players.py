"""Players, their ratings, and logins by token."""

from datetime import datetime

from django.db.models import F, FilteredRelation, Prefetch, Q, QuerySet

from matches.errors import UnknownLogin
from matches.models import Member, Player, RatingEntry, RatingPool, RatingStanding, Token, User


def player_list() -> QuerySet[Player]:
    """Every player with aliases, ratings, members, and the pairs and teams it is of: five queries."""
    return Player.objects.select_related("user").prefetch_related(
        "aliases",
        Prefetch("ratings", RatingStanding.objects.select_related("pool__terms").order_by("pool")),
        Prefetch("roster", Member.objects.select_related("player")),
        Prefetch("memberships", Member.objects.select_related("group").order_by("group__name", "group")),
    )


def player_ranking(pool: RatingPool) -> QuerySet[Player]:
    """Every person and pair with `rating` and `experience` in a pool, the highest first, unrated ones last.

    One query. Teams are not rated: their members play.
    """
    return (
        Player.objects.exclude(kind=Player.Kind.TEAM)
        .annotate(standing=FilteredRelation("ratings", condition=Q(ratings__pool=pool.pk)))
        .annotate(rating=F("standing__value"), experience=F("standing__experience"))
        .order_by(F("rating").desc(nulls_last=True), "name", "pk")
    )


def rating_history(player_id: int, pool: RatingPool) -> QuerySet[RatingEntry]:
    """A player's rating in a pool, step by step, oldest first, each step with its match."""
    return (
        RatingEntry.objects.filter(player=player_id, pool=pool.pk)
        .select_related("match__one", "match__two", "match__result", "opponent")
        .order_by("settled_at", "match")
    )


def login_named(username: str) -> User:
    """The login of this name, whatever its capitals: one query. Raises UnknownLogin."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise UnknownLogin(f"There is no login {username!r}.", username=username)
    return user


def token_by_secret(digest: str, now: datetime) -> Token | None:
    """The token with this SHA-256, with its login, unless it has expired: one query."""
    return (
        Token.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest, user__is_active=True)
        .first()
    )
