"""/venues/<id>/tables/: who sits where, what is free, what comes next."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.parsing import read_request_body
from matches.hooks import MatchToCall
from matches.players.api.fields import PlayerRef
from tournaments.venues import services
from tournaments.venues.selectors import QueuedMatch, SeatedMatch, TableNow, venue_list, venue_now

from .calls import LateOutput, TableCallOutput, call_response
from .fields import TableOutput


class MatchAtTableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    one = PlayerRef()
    two = PlayerRef()
    length = serializers.IntegerField()


class EventRef(serializers.Serializer[MatchToCall]):
    id = serializers.IntegerField(source="event")
    name = serializers.CharField(source="event_name")


class SeatedOutput(serializers.Serializer[SeatedMatch]):
    call = serializers.IntegerField(source="seating.call_id", help_text="Number of the call.")
    match = MatchAtTableOutput(source="seating.match")
    tournament = EventRef(source="event", allow_null=True)
    number = serializers.IntegerField(
        source="event.number", default=None, allow_null=True, help_text="Of the match, in its tournament."
    )
    table = serializers.CharField(source="seating.table")
    called_at = serializers.DateTimeField(source="seating.call.recorded_at")
    late = LateOutput(many=True, help_text="Who is late, or was when they came.")


class QueuedOutput(serializers.Serializer[QueuedMatch]):
    match = MatchAtTableOutput(source="event.match")
    tournament = EventRef(source="event")
    number = serializers.IntegerField(source="event.number", help_text="Of the match, in its tournament.")
    since = serializers.DateTimeField(help_text="From when it could have been played.")
    table = serializers.CharField(allow_null=True, help_text="The free one to which it goes next.")
    missing = PlayerRef(many=True, help_text="Who of it sits at a table.")


class TableNowOutput(serializers.Serializer[TableNow]):
    table = TableOutput()
    free = serializers.BooleanField(source="is_free", help_text="Whether somebody may be called to it.")
    seated = SeatedOutput(allow_null=True, help_text="The match that is there.")
    next = QueuedOutput(source="next_up", allow_null=True, help_text="The match that is called there next.")


class PersonAtTableOutput(serializers.Serializer[Any]):
    player = PlayerRef()
    table = serializers.CharField(source="seated.seating.table")
    match = serializers.IntegerField(source="seated.seating.match_id")


class VenueNowOutput(serializers.Serializer[Any]):
    tables = TableNowOutput(many=True, help_text="Every table, in the order of the venue.")
    queue = QueuedOutput(many=True, help_text="Every match that waits for one, in the order of their turns.")
    persons = PersonAtTableOutput(many=True, help_text="Who sits where, by name.")


class CallNextInput(serializers.Serializer[Any]):
    tournament = serializers.IntegerField(
        allow_null=True, default=None, help_text="To call a match of this one alone."
    )


class VenueTablesView(APIView):
    """The tables of a venue."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=VenueNowOutput, operation_id="venues_tables")
    def get(self, request: Request, pk: int) -> Response:
        """Who sits where and since when, what is free, and which match goes where next."""
        venue = generics.get_object_or_404(venue_list(), pk=pk)
        return Response(VenueNowOutput(venue_now(venue, timezone.now())).data)


class CallNextView(APIView):
    """The next match at a venue."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=CallNextInput, responses={201: TableCallOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Call the match that is next to the table that it goes to."""
        sent = read_request_body(CallNextInput, request)
        venue = generics.get_object_or_404(venue_list(), pk=pk)
        call = services.match_call_next(
            actor=require_caller(request), venue_id=venue.pk, event=sent["tournament"]
        )
        return call_response(call.pk, 201)
