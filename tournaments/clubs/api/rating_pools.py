"""/clubs/<id>/rating-pools/: a club's own rating pools, and the clubs a federation's admits."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.fields import NameField
from matches.base.api.parsing import read_request_body
from matches.ratings.api.rating_pools import RatingPoolOutput, TermsInput
from matches.ratings.models import RatingPool
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import clubs_admitted_to_rating_pool, rating_pools_open_to

from .fields import ClubRef, club_numbered


class ClubPoolInput(TermsInput):
    name = NameField()


class AdmissionInput(serializers.Serializer[Any]):
    club = serializers.IntegerField()
    admitted = serializers.BooleanField(default=True)


class ClubRatingPoolsView(APIView):
    """The rating pools in which tournaments of a club may count."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=RatingPoolOutput(many=True), operation_id="clubs_rating_pools_list")
    def get(self, request: Request, pk: int) -> Response:
        """Its own, and those it is admitted to. In those of everybody every rated match counts."""
        club = generics.get_object_or_404(Club, pk=pk)
        return Response(RatingPoolOutput(rating_pools_open_to(club), many=True).data)

    @extend_schema(request=ClubPoolInput, responses={201: RatingPoolOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a rating pool that the club manages."""
        club = generics.get_object_or_404(Club, pk=pk)
        rating_pool = services.club_rating_pool_open(
            actor=require_caller(request), club=club, **read_request_body(ClubPoolInput, request)
        )
        return Response(RatingPoolOutput(rating_pool).data, status=201)


class AdmissionsView(APIView):
    """The clubs that may count in a rating pool they do not manage."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=ClubRef(many=True), operation_id="rating_pools_clubs_list")
    def get(self, request: Request, pk: int) -> Response:
        """By name."""
        rating_pool = generics.get_object_or_404(RatingPool, pk=pk)
        return Response(ClubRef(clubs_admitted_to_rating_pool(rating_pool), many=True).data)

    @extend_schema(request=AdmissionInput, responses=ClubRef(many=True))
    def post(self, request: Request, pk: int) -> Response:
        """Admit a club, or let no further tournaments of it count."""
        rating_pool = generics.get_object_or_404(RatingPool, pk=pk)
        sent = read_request_body(AdmissionInput, request)
        services.club_admit(
            actor=require_caller(request),
            rating_pool_id=rating_pool.pk,
            club=club_numbered(sent["club"]),
            admitted=sent["admitted"],
        )
        return Response(ClubRef(clubs_admitted_to_rating_pool(rating_pool), many=True).data)
