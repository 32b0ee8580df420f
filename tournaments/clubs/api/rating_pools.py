"""/clubs/<id>/rating-pools/: the rating pools in which events of a club may count."""

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.parsing import read_request_body
from matches.ratings.api.rating_pools import RatingPoolAnnounced, RatingPoolOutput
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import rating_pools_open_to


class ClubRatingPoolsView(APIView):
    """The rating pools in which tournaments of a club may count."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=RatingPoolOutput(many=True), operation_id="clubs_rating_pools_list")
    def get(self, request: Request, pk: int) -> Response:
        """Its own, and those it is sanctioned for, but everybody's: `sanctioned_for` of the club."""
        club = generics.get_object_or_404(Club, pk=pk)
        return Response(RatingPoolOutput(rating_pools_open_to(club), many=True).data)

    @extend_schema(request=RatingPoolAnnounced, responses={201: RatingPoolOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a rating pool that the club manages."""
        club = generics.get_object_or_404(Club, pk=pk)
        rating_pool = services.club_rating_pool_open(
            actor=require_caller(request), club=club, **read_request_body(RatingPoolAnnounced, request)
        )
        return Response(RatingPoolOutput(rating_pool).data, status=201)
