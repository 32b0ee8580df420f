"""/clubs/<id>/sanctions/ and /rating-pools/<id>/clubs/: whose matches count in which ratings."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.filters import IntegerFilter
from matches.base.api.pagination import BY_NAME, LATEST, rows_with_names
from matches.base.api.parsing import read_request_body
from matches.players.api.fields import PlayerRef
from matches.ratings.api.previews import RatedIn, RatingMoved
from matches.ratings.api.rating_pools import RatingPoolRef
from matches.ratings.selectors import REFOLDED_TO_LOOK, rating_pool_list
from matches.ratings.services import rating_pools_numbered
from matches.ratings.words import EVERYBODY
from tournaments.clubs import services
from tournaments.clubs.models import Club, Sanction
from tournaments.clubs.selectors import clubs_sanctioned, sanction_list

from .fields import ClubRef


class SanctionedForOutput(serializers.Serializer[Any]):
    """A rating pool that a club is sanctioned for."""

    rating_pool = serializers.IntegerField(
        source="rating_pool_id", allow_null=True, help_text="null for the pools of everybody."
    )
    name = serializers.SerializerMethodField()
    since = serializers.DateTimeField(
        help_text="Of matches finalised at that time or later; 1900 for all there are."
    )

    def get_name(self, sanction: Sanction) -> str:
        return EVERYBODY if sanction.rating_pool is None else sanction.rating_pool.name


class SanctionPreviewInput(serializers.Serializer[Any]):
    rating_pool = serializers.IntegerField(
        allow_null=True, default=None, help_text="null for the pools of everybody, which staff sanctions for."
    )
    sanctioned = serializers.BooleanField(default=True, help_text="false withdraws the sanction.")
    since = serializers.DateTimeField(
        allow_null=True,
        default=None,
        help_text="For matches finalised at that time or later: what was rated is taken out, or put back. "
        "null for matches from now on; 1900-01-01T00:00:00Z for all there are.",
    )


class SanctionInput(SanctionPreviewInput):
    reason = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="Everybody can read it; a withdrawal has one."
    )
    preview = serializers.CharField(
        required=False,
        max_length=64,
        help_text="Where matches are taken out or put back: the token of the preview that was looked at.",
    )


class SanctionOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rating_pool = RatingPoolRef(allow_null=True, help_text="null for the pools of everybody.")
    sanctioned = serializers.BooleanField()
    since = serializers.DateTimeField()
    reason = serializers.CharField()
    recorded_at = serializers.DateTimeField()


class SanctionedMatchOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    one = PlayerRef()
    two = PlayerRef()
    finalised_at = serializers.DateTimeField()
    counts = serializers.BooleanField(help_text="Whether it would count, or count no more.")


class SanctionPreviewOutput(serializers.Serializer[Any]):
    """What would change in the ratings, and nothing has changed."""

    token = serializers.CharField(help_text="Send it as `preview` with the sanction that was looked at.")
    taken_out = serializers.IntegerField(help_text="Matches that would count no more.")
    put_back = serializers.IntegerField(help_text="Matches that would count, or count again.")
    players = serializers.IntegerField(help_text="Players whose rating would be another.")
    matches = SanctionedMatchOutput(many=True, help_text="The latest 50 of those matches.")
    ratings = RatingMoved(many=True, help_text="The 50 largest changes.")
    ratings_unseen = RatedIn(
        many=True,
        help_text=f"Pools in which more than {REFOLDED_TO_LOOK:,} matches count since then: whose ratings "
        "would be others there is not looked at.",
    )


class SanctionFilter(filters.FilterSet):
    rating_pool = IntegerFilter()

    class Meta:
        model = Sanction
        fields = ["rating_pool"]


class SanctionsView(generics.ListAPIView[Sanction]):
    """What a club was sanctioned for, and is so no more: the latest first.

    Of a time the latest holds whose `since` is not after it.
    """

    serializer_class = SanctionOutput
    filterset_class = SanctionFilter
    queryset = Sanction.objects.none()
    orders = LATEST
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Sanction]:
        return sanction_list().filter(club=generics.get_object_or_404(Club, pk=self.kwargs["pk"]))

    @extend_schema(request=SanctionInput, responses={201: SanctionOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Sanction a club for a rating pool, or withdraw that. For whoever manages the pool.

        Where that changes which matches are rated it takes the token of its preview.
        """
        club = generics.get_object_or_404(Club, pk=pk)
        sent = sanction_sent(read_request_body(SanctionInput, request))
        sanction = services.club_sanction(actor=require_caller(request), club=club, **sent)
        return Response(SanctionOutput(sanction).data, status=201)


class SanctionPreviewView(APIView):
    """What a sanction, or its withdrawal, would do to the ratings."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=SanctionPreviewInput, responses=SanctionPreviewOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Look at which matches would count no more, or again, and whose ratings move. Changes nothing."""
        club = generics.get_object_or_404(Club, pk=pk)
        sent = sanction_sent(read_request_body(SanctionPreviewInput, request))
        found = services.sanction_preview(actor=require_caller(request), club=club, **sent)
        return Response(SanctionPreviewOutput(found).data)


class SanctionedClubsView(generics.ListAPIView[Club]):
    """The clubs that are sanctioned for a rating pool, by name; pools of everybody have them in common.

    A club needs none for a pool that it manages.
    """

    serializer_class = ClubRef
    queryset = Club.objects.none()
    orders = BY_NAME
    filter_backends = ()
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> QuerySet[Club]:
        rating_pool = generics.get_object_or_404(rating_pool_list(), pk=self.kwargs["pk"])
        return rows_with_names(clubs_sanctioned(rating_pool))


def sanction_sent(sent: dict[str, Any]) -> dict[str, Any]:
    """What was sent, with the rating pool itself. Raises UnknownRatingPool."""
    number = sent.pop("rating_pool")
    return {**sent, "rating_pool": None if number is None else rating_pools_numbered([number])[0]}
