"""/clubs/<id>/rating-pools/: the rating pools in which events of a club may count."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.pagination import OLDEST
from matches.base.api.parsing import read_request_body
from matches.ratings.api.rating_pools import RatingPoolAnnounced, RatingPoolOutput
from matches.ratings.models import RatingPool
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import rating_pools_open_to


class ClubRatingPoolsView(generics.ListAPIView[RatingPool]):
    """The rating pools in which tournaments of a club may count: its own, and those it is sanctioned for.

    Everybody's are left out: `sanctioned_for` of the club.
    """

    serializer_class = RatingPoolOutput
    queryset = RatingPool.objects.none()
    orders = OLDEST
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[RatingPool]:
        return rating_pools_open_to(generics.get_object_or_404(Club, pk=self.kwargs["pk"]))

    @extend_schema(request=RatingPoolAnnounced, responses={201: RatingPoolOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a rating pool that the club manages."""
        club = generics.get_object_or_404(Club, pk=pk)
        rating_pool = services.club_rating_pool_open(
            actor=require_caller(request), club=club, **read_request_body(RatingPoolAnnounced, request)
        )
        return Response(RatingPoolOutput(rating_pool).data, status=201)
