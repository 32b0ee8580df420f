"""Rating pools of clubs and tournaments: under /clubs/, /tournaments/ and /rating-pools/."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.base.api.parsing import read_body
from matches.ratings.api.pools import PoolRef
from matches.ratings.selectors import pool_list
from tournaments.events import services

from .tournaments import OfTournament


class CountingInput(serializers.Serializer[Any]):
    pools = serializers.ListField(
        child=serializers.IntegerField(), max_length=20, help_text="All in which it is to count."
    )
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class TournamentPoolsView(OfTournament):
    """The rating pools in which a tournament counts, beside those of everybody."""

    @extend_schema(responses=PoolRef(many=True), operation_id="tournaments_rating_pools_list")
    def get(self, request: Request, pk: int) -> Response:
        """In the order in which they were opened."""
        pools = pool_list().filter(tournaments_counted__tournament=self.tournament())
        return Response(PoolRef(pools, many=True).data)

    @extend_schema(request=CountingInput, responses=PoolRef(many=True))
    def post(self, request: Request, pk: int) -> Response:
        """Have its matches, played or to come, count in these pools and in no others."""
        pools = services.tournament_count(
            actor=require_caller(request),
            tournament_id=self.tournament().pk,
            **read_body(CountingInput, request),
        )
        return Response(PoolRef(pools, many=True).data)
