"""/tournaments/<id>/check-ins/: who is in the hall."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER
from matches.base.api.parsing import read_request_body
from tournaments.clubs.api.fields import EntryRef
from tournaments.events import services
from tournaments.events.models import ENTRIES_MAX, CheckIn, CheckInWithdrawal

from .tournaments import OfTournament


class EntryNumbers(serializers.Serializer[Any]):
    entries = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=1,
        max_length=ENTRIES_MAX,
        help_text="Numbers of entries: all of them or none.",
    )


class CheckInOutput(serializers.Serializer[CheckIn]):
    entry = serializers.IntegerField(source="entry_id")
    checked_in_at = serializers.DateTimeField(source="recorded_at")


class CheckInWithdrawalOutput(serializers.Serializer[CheckInWithdrawal]):
    entry = serializers.IntegerField(source="check_in.entry_id")
    taken_back_at = serializers.DateTimeField(source="recorded_at")


class CheckInsView(OfTournament):
    """Who is in the hall."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=EntryRef, responses={201: CheckInOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Check an entry in; again changes nothing."""
        sent = read_request_body(EntryRef, request)
        there = services.entry_check_in(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
        )
        return Response(CheckInOutput(there).data, status=201)


class ManyCheckInsView(OfTournament):
    """Many who are in the hall."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(
        request=EntryNumbers,
        responses={201: CheckInOutput(many=True)},
        operation_id="tournaments_check_ins_many_create",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Check many entries in at once, all of them or none; for who runs the event."""
        sent = read_request_body(EntryNumbers, request)
        there: Any = services.entries_check_in(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_ids=sent["entries"],
        )
        return Response(CheckInOutput(there, many=True).data, status=201)


class CheckInTakeBackView(OfTournament):
    """Who is not in the hall after all."""

    scopes = {"POST": ENTER | DIRECT}

    @extend_schema(request=EntryRef, responses={201: CheckInWithdrawalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Take the check-in of an entry back, before the draw."""
        sent = read_request_body(EntryRef, request)
        taken_back = services.entry_check_in_take_back(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            entry_id=sent["entry"],
        )
        return Response(CheckInWithdrawalOutput(taken_back).data, status=201)
