"""Players by their ratings, and the ratings of a player."""

from collections.abc import Collection

from django.db.models import F, FilteredRelation, Q, QuerySet, Subquery
from django.utils import timezone

from matches.players.models import Player
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.rules import RatingCurve, RatingStep, lay_out_curve
from matches.search.numbers import is_one_of


def player_ranking(rating_pool: RatingPool) -> QuerySet[Player]:
    """Every person and pair with `rating` and `experience` in a pool, the highest first, unrated ones last.

    One query. Teams are not rated: their members play.
    """
    return (
        Player.objects.counted_once()
        .exclude(kind=Player.Kind.TEAM)
        .annotate(standing=FilteredRelation("ratings", condition=Q(ratings__rating_pool=rating_pool.pk)))
        .annotate(rating=F("standing__value"), experience=F("standing__experience"))
        .order_by(F("rating").desc(nulls_last=True), "name", "pk")
    )


def rating_history(player_id: int, rating_pool: RatingPool) -> QuerySet[RatingEntry]:
    """A player's rating in a pool, step by step, oldest first, each step with its match."""
    return (
        RatingEntry.objects.filter(player=player_id, rating_pool=rating_pool.pk)
        .select_related("match__one", "match__two", "match__result", "opponent")
        .order_by("finalised_at", "match")
    )


def rating_curve_of(history: QuerySet[RatingEntry]) -> RatingCurve | None:
    """The curve of a player's history, in the zone in force; None of nothing: one query."""
    columns = history.values_list("match", "finalised_at", "value_before", "value_after")
    return lay_out_curve(
        [RatingStep(match, timezone.localtime(at), before, after) for match, at, before, after in columns]
    )


def curve_entries(history: QuerySet[RatingEntry], curve: RatingCurve) -> QuerySet[RatingEntry]:
    """The steps of a history that have a point on its curve."""
    return history.filter(is_one_of("match", [point.step.match for point in curve.points]))


def busiest_players(most: int) -> QuerySet[RatingStanding, int]:
    """The numbers of those with the most matches in the leading rating pool, as a query."""
    return leading_standings().order_by("-matches", "player").values_list("player", flat=True)[:most]


def matches_of_players(players: Collection[int]) -> dict[int, int]:
    """How many matches each has in the leading rating pool, who has any: one query."""
    return dict(leading_standings().filter(is_one_of("player", players)).values_list("player", "matches"))


def leading_standings() -> QuerySet[RatingStanding]:
    leading = RatingPool.objects.order_by("pk").values("pk")[:1]
    return RatingStanding.objects.filter(rating_pool=Subquery(leading))
