"""/matches/<id>/calls/ and /calls/<id>/: matches called to tables, moved, taken back; who is there."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import read_request_body
from matches.play.api.fields import SideField
from matches.play.models import Match
from matches.players.api.fields import PlayerRef
from tournaments.venues import services
from tournaments.venues.models import TableCall, TableCallEnd
from tournaments.venues.selectors import call_list, late_players

from .fields import TableNameField, VenueRef


class CallInput(serializers.Serializer[Any]):
    table = TableNameField()
    venue = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="Number of the venue, for a match of no event that names one.",
    )


class MoveInput(serializers.Serializer[Any]):
    table = TableNameField()


class TakeBackCallInput(serializers.Serializer[Any]):
    reason = serializers.CharField(default="", allow_blank=True, max_length=200)


class AttendanceInput(serializers.Serializer[Any]):
    side = SideField()
    present = serializers.BooleanField(help_text="Whether it has come, or is not there.")


class LateOutput(serializers.Serializer[Any]):
    side = SideField()
    player = PlayerRef()
    since = serializers.DateTimeField(source="late.since", help_text="When it was called.")
    until = serializers.DateTimeField(source="late.until", allow_null=True, help_text="When it came.")
    minutes = serializers.IntegerField(
        source="late.minutes", help_text="Whole ones, so far or until it came."
    )
    points = serializers.IntegerField(
        source="late.penalty.points",
        help_text="The penalty points that these cost, if a director gives them.",
    )
    lost = serializers.BooleanField(source="late.penalty.lost", help_text="Whether they lose the match.")
    next_point_at = serializers.DateTimeField(
        source="late.next_point_at", allow_null=True, help_text="When the next point falls."
    )


class TableMoveOutput(serializers.Serializer[Any]):
    table = serializers.CharField()
    moved_at = serializers.DateTimeField(source="recorded_at")


class TableCallOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    venue = VenueRef()
    table = serializers.CharField(help_text="The one to which it was called first.")
    by_service = serializers.SerializerMethodField()
    called_at = serializers.DateTimeField(source="recorded_at")
    moves = TableMoveOutput(many=True, help_text="To which tables it was moved since.")
    late = serializers.SerializerMethodField()
    ended_at = serializers.DateTimeField(source="end.recorded_at", default=None, allow_null=True)
    ended = serializers.ChoiceField(
        source="end.cause",
        choices=TableCallEnd.EndCause.choices,
        default=None,
        allow_null=True,
        help_text="Taken back, or over: reported, decided, or not to be played.",
    )

    def get_by_service(self, call: TableCall) -> bool:
        """Whether the service called it by itself."""
        return call.recorded_by_id is None

    @extend_schema_field(LateOutput(many=True))
    def get_late(self, call: TableCall) -> Any:
        """Who is late, or was when they came; of who was never missed, nothing."""
        end: TableCallEnd | None = getattr(call, "end", None)
        moment = timezone.now() if end is None else end.recorded_at
        return LateOutput(late_players(call, moment), many=True).data


def call_response(number: int, status: int = 200) -> Response:
    return Response(TableCallOutput(call_list().get(pk=number)).data, status=status)


class MatchCallsView(generics.ListAPIView[TableCall]):
    """Calls of a match to tables, the first one first."""

    serializer_class = TableCallOutput
    queryset = TableCall.objects.none()
    orders = EARLIEST
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": REPORT | DIRECT}

    def get_queryset(self) -> QuerySet[TableCall]:
        return call_list().filter(match=generics.get_object_or_404(Match, pk=self.kwargs["pk"]))

    @extend_schema(request=CallInput, responses={201: TableCallOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Call it to a table of the venue where its event is played."""
        sent = read_request_body(CallInput, request)
        match = generics.get_object_or_404(Match, pk=pk)
        call = services.match_call(
            actor=require_caller(request),
            match_id=match.pk,
            table=sent["table"],
            venue_id=sent["venue"],
        )
        return call_response(call.pk, 201)


class CallMoveView(APIView):
    """A match that was called."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=MoveInput, responses=TableCallOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Have it sit at another table; its clock goes on."""
        sent = read_request_body(MoveInput, request)
        call = generics.get_object_or_404(TableCall, pk=pk)
        services.call_move(actor=require_caller(request), call_id=call.pk, **sent)
        return call_response(call.pk)


class CallTakeBackView(APIView):
    """A match that was called."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=TakeBackCallInput, responses=TableCallOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Take the call back: it waits again, from now on."""
        sent = read_request_body(TakeBackCallInput, request)
        call = generics.get_object_or_404(TableCall, pk=pk)
        services.call_take_back(actor=require_caller(request), call_id=call.pk, **sent)
        return call_response(call.pk)


class CallAttendanceView(APIView):
    """A match that was called."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=AttendanceInput, responses=TableCallOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Say that a side is not at the table, or has come: between lies how late it is."""
        sent = read_request_body(AttendanceInput, request)
        call = generics.get_object_or_404(TableCall, pk=pk)
        services.attendance_record(actor=require_caller(request), call_id=call.pk, **sent)
        return call_response(call.pk)
