"""Rating pools of clubs and tournaments: under /clubs/, /tournaments/ and /rating-pools/."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.parsing import read_request_body
from matches.ratings.api.rating_pools import RatingPoolRef
from matches.ratings.selectors import rating_pool_list
from tournaments.events import services

from .tournaments import OfTournament


class CountingInput(serializers.Serializer[Any]):
    rating_pools = serializers.ListField(
        child=serializers.IntegerField(), max_length=20, help_text="All in which it is to count."
    )
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class TournamentRatingPoolsView(OfTournament):
    """The rating pools in which a tournament counts, beside those of everybody."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=RatingPoolRef(many=True), operation_id="tournaments_rating_pools_list")
    def get(self, request: Request, pk: int) -> Response:
        """In the order in which they were opened."""
        rating_pools = rating_pool_list().filter(tournaments_counted__tournament=self.requested_tournament())
        return Response(RatingPoolRef(rating_pools, many=True).data)

    @extend_schema(request=CountingInput, responses=RatingPoolRef(many=True))
    def post(self, request: Request, pk: int) -> Response:
        """Have its matches, played or to come, count in these rating pools and in no others."""
        rating_pools = services.tournament_count(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            **read_request_body(CountingInput, request),
        )
        return Response(RatingPoolRef(rating_pools, many=True).data)
