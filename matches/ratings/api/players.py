"""/players/<id>/ratings/: what a player is rated, match by match."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.queries import read_query
from matches.players.api.fields import PlayerRef
from matches.players.models import Player
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.selectors import (
    is_rating_inactive,
    is_rating_provisional,
    leading_rating_pool,
    rating_history,
    rating_pool_list,
)

from .rating_pools import RatingPoolRef


class RatingChangeOutput(serializers.Serializer[RatingEntry]):
    rating_pool = RatingPoolRef()
    player = serializers.IntegerField(source="player_id")
    before = serializers.FloatField(source="value_before")
    after = serializers.FloatField(source="value_after")


class RatingOutput(serializers.Serializer[RatingStanding]):
    rating_pool = RatingPoolRef()
    rating_system = serializers.CharField(source="rating_pool.in_force.rating_system")
    rating = serializers.FloatField(source="value")
    experience = serializers.IntegerField(help_text="Points of rated matches played so far.")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    peak = serializers.FloatField(
        allow_null=True, help_text="The highest rating ever that was not provisional."
    )
    deviation = serializers.SerializerMethodField(
        help_text="Standard deviation of the rating now, where its system has one."
    )
    last_at = serializers.DateTimeField(help_text="When the latest of those matches was completed.")
    provisional = serializers.SerializerMethodField()
    inactive = serializers.SerializerMethodField()

    def get_deviation(self, standing: RatingStanding) -> float | None:
        system = standing.rating_pool.system
        return system.rating_deviation(system.rating_at(standing.as_rating, timezone.now()))

    def get_provisional(self, standing: RatingStanding) -> bool:
        return is_rating_provisional(standing.rating_pool, standing.experience)

    def get_inactive(self, standing: RatingStanding) -> bool:
        return is_rating_inactive(standing.rating_pool, standing.last_at, timezone.now())


class RatingStepOutput(serializers.Serializer[RatingEntry]):
    match = serializers.IntegerField(source="match_id")
    opponent = PlayerRef()
    won = serializers.BooleanField()
    expected = serializers.FloatField(help_text="The player's chance before the match, from 0 to 1.")
    finalised_at = serializers.DateTimeField()
    rating_before = serializers.FloatField(source="value_before")
    rating_after = serializers.FloatField(source="value_after")
    change = serializers.FloatField(source="value_change")
    experience_before = serializers.IntegerField()
    experience_after = serializers.IntegerField()


class HistoryQuery(serializers.Serializer[Any]):
    rating_pool = serializers.IntegerField(
        required=False, help_text="Number of a rating pool; else the first."
    )


class RatingHistoryView(generics.ListAPIView[RatingEntry]):
    """A player's rating, step by step, the latest first; every step names its match."""

    serializer_class = RatingStepOutput
    orders = {"-finalised_at": ("-finalised_at", "-match_id")}
    filter_backends = ()
    query_shape = HistoryQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(parameters=[OpenApiParameter("id", int, OpenApiParameter.PATH)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[RatingEntry]:
        player = generics.get_object_or_404(Player, pk=self.kwargs["pk"])
        return rating_history(player.effective_player.pk, self.rating_pool())

    def rating_pool(self) -> RatingPool:
        asked = read_query(self)
        if "rating_pool" not in asked:
            return leading_rating_pool()
        return generics.get_object_or_404(rating_pool_list(), pk=asked["rating_pool"])
