"""Rating pools of clubs and tournaments: under /clubs/, /tournaments/ and /rating-pools/."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.api.authentication import caller
from matches.api.fields import NameField
from matches.api.parsing import body
from matches.api.rating_pools import PoolOutput, PoolRef, TermsInput
from matches.models import RatingPool, Token
from matches.selectors import pool_list
from tournaments import services
from tournaments.models import Club
from tournaments.selectors import clubs_admitted, pools_open_to

from .tournaments import ClubRef, OfTournament, club_numbered


class ClubPoolInput(TermsInput):
    name = NameField()


class AdmissionInput(serializers.Serializer[Any]):
    club = serializers.IntegerField()
    admitted = serializers.BooleanField(default=True)


class CountingInput(serializers.Serializer[Any]):
    pools = serializers.ListField(
        child=serializers.IntegerField(), max_length=20, help_text="All in which it is to count."
    )
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class ClubPoolsView(APIView):
    """The rating pools in which tournaments of a club may count."""

    write_scope = Token.Scope.DIRECT

    @extend_schema(responses=PoolOutput(many=True), operation_id="clubs_rating_pools_list")
    def get(self, request: Request, pk: int) -> Response:
        """Its own, and those it is admitted to. In the pools of everybody every rated match counts."""
        club = generics.get_object_or_404(Club, pk=pk)
        return Response(PoolOutput(pools_open_to(club), many=True).data)

    @extend_schema(request=ClubPoolInput, responses={201: PoolOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a pool that the club keeps."""
        club = generics.get_object_or_404(Club, pk=pk)
        pool = services.club_pool_open(actor=caller(request), club=club, **body(ClubPoolInput, request))
        return Response(PoolOutput(pool).data, status=201)


class AdmissionsView(APIView):
    """The clubs that may count in a pool they do not keep."""

    write_scope = Token.Scope.DIRECT

    @extend_schema(responses=ClubRef(many=True), operation_id="rating_pools_clubs_list")
    def get(self, request: Request, pk: int) -> Response:
        """By name."""
        pool = generics.get_object_or_404(RatingPool, pk=pk)
        return Response(ClubRef(clubs_admitted(pool), many=True).data)

    @extend_schema(request=AdmissionInput, responses=ClubRef(many=True))
    def post(self, request: Request, pk: int) -> Response:
        """Admit a club, or let no further tournaments of it count."""
        pool = generics.get_object_or_404(RatingPool, pk=pk)
        sent = body(AdmissionInput, request)
        services.club_admit(
            actor=caller(request),
            pool_id=pool.pk,
            club=club_numbered(sent["club"]),
            admitted=sent["admitted"],
        )
        return Response(ClubRef(clubs_admitted(pool), many=True).data)


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
            actor=caller(request), tournament_id=self.tournament().pk, **body(CountingInput, request)
        )
        return Response(PoolRef(pools, many=True).data)
