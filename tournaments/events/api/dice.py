"""/tournaments/<id>/dice/: the dice of its transcripts, for directors."""

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import request_viewer
from matches.accounts.api.scopes import READ
from matches.dice.api import DiceTogetherOutput
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_dice


class TournamentDiceView(APIView):
    """The dice of a tournament."""

    scopes = {"GET": READ}

    @extend_schema(responses=DiceTogetherOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Dice of a tournament: of its matches together, and what their transcripts share with others.

        For its directors, owners of the club and staff. Of each match the transcript counts that decided it,
        else the first accepted one.
        """
        tournament = generics.get_object_or_404(Tournament, pk=pk)
        return Response(DiceTogetherOutput(tournament_dice(request_viewer(request), tournament)).data)
