"""/matches/<id>/schedule/ and /penalties/: when a match is played, and what coming late costs."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import read_request_body
from matches.play import services
from matches.play.models import LENGTH_MAX, Match, Penalty
from matches.play.rules.regulations import DAY
from matches.play.selectors import penalty_list

from .fields import SideField
from .rulings import ReasonField


class ScheduleInput(serializers.Serializer[Any]):
    """The schedule as a whole: what is left out is not set."""

    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    play_by = serializers.DateTimeField(allow_null=True, default=None)
    reason = ReasonField(allow_blank=True, default="")


class ScheduleOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="match_id")
    starts_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()
    scheduled_at = serializers.DateTimeField(source="recorded_at")


class PenaltyInput(serializers.Serializer[Any]):
    side = SideField(help_text="Who is penalised; the other side has the points.")
    cause = serializers.ChoiceField(choices=Penalty.Cause.choices)
    minutes = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=DAY,
        help_text="For lateness: how late. Left out, counted from the scheduled start until now.",
    )
    points = serializers.IntegerField(
        required=False, min_value=0, max_value=LENGTH_MAX, help_text="For conduct. 0 takes points back."
    )
    reason = ReasonField(help_text="Why; everybody can read it.")


class PenaltyOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    side = SideField()
    cause = serializers.ChoiceField(choices=Penalty.Cause.choices)
    points = serializers.IntegerField(help_text="In place of what the side had for this cause before.")
    minutes = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    given_by = serializers.CharField(source="recorded_by.shown_name")
    given_at = serializers.DateTimeField(source="recorded_at")


class ScheduleView(APIView):
    """When a match is played."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ScheduleInput, responses={201: ScheduleOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Say when the match starts and by when it is to be played."""
        sent = read_request_body(ScheduleInput, request)
        match = generics.get_object_or_404(Match, pk=pk)
        schedule = services.match_schedule(match_id=match.pk, actor=require_caller(request), **sent)
        return Response(ScheduleOutput(schedule).data, status=201)


class PenaltiesView(generics.ListAPIView[Penalty]):
    """Penalties in a match, the first one first; of each side the latest for a cause stands."""

    serializer_class = PenaltyOutput
    queryset = Penalty.objects.none()
    orders = EARLIEST
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Penalty]:
        return penalty_list(generics.get_object_or_404(Match, pk=self.kwargs["pk"]))

    @extend_schema(request=PenaltyInput, responses={201: PenaltyOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Give penalty points before the first game; for lateness, enough of them lose the match."""
        sent = read_request_body(PenaltyInput, request)
        match = generics.get_object_or_404(Match, pk=pk)
        penalty = services.penalty_give(match_id=match.pk, actor=require_caller(request), **sent)
        return Response(PenaltyOutput(penalty).data, status=201)
