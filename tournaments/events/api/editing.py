"""/tournaments/<id>/call-off/, picture/ and edits/<id>/undo/: what may be taken back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT
from matches.accounts.models import User
from matches.base.api.parsing import read_request_body
from matches.edits.api import PictureView, WhyInput, read_why
from matches.players.api.merges import ReasonInput
from tournaments.events import services
from tournaments.events.models import TournamentEdit
from tournaments.events.selectors import tournament_list

from .tournaments import OfTournament, TournamentOutput


class TournamentCallOffView(OfTournament):
    """A tournament that does not take place, or does not go on."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ReasonInput, responses=TournamentOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Call it off: what was played stands, and nothing more is to be played. It can be undone."""
        sent = read_request_body(ReasonInput, request)
        services.tournament_call_off(
            actor=require_caller(request), tournament_id=self.requested_tournament().pk, **sent
        )
        return Response(TournamentOutput(self.requested_tournament()).data)


class TournamentPictureView(PictureView):
    """The picture of a tournament."""

    queryset = tournament_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.tournament_edit(actor=actor, tournament_id=number, **changes)


class TournamentEditUndoView(APIView):
    """A change of what was announced."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=TournamentOutput)
    def post(self, request: Request, tournament: int, pk: int) -> Response:
        """Take it back, if it was not changed again since; a tournament called off goes ahead so."""
        reason = read_why(request)
        edit = generics.get_object_or_404(TournamentEdit, tournament=tournament, pk=pk)
        services.tournament_edit_undo(
            actor=require_caller(request), tournament_id=tournament, edit_id=edit.pk, reason=reason
        )
        return Response(TournamentOutput(tournament_list().get(pk=tournament)).data)
