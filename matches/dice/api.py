"""/matches/<id>/dice/ and /players/<id>/dice/: the dice of transcripts, for directors."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.scrutiny import Scrutiny
from matches.accounts.api.authentication import request_viewer
from matches.accounts.api.scopes import READ
from matches.play.models import Report
from matches.play.selectors import match_list
from matches.players.api.fields import PlayerRef
from matches.players.models import Player

from .selectors import match_dice, player_dice


class RollCountOutput(serializers.Serializer[Any]):
    roll = serializers.CharField(help_text="The two dice, the higher first: 63.")
    count = serializers.IntegerField(help_text="How often it was thrown, openings left out.")
    expected = serializers.FloatField()
    openings = serializers.IntegerField(help_text="How often it opened a game.")
    openings_expected = serializers.FloatField()


class CountsOutput(serializers.Serializer[Any]):
    rolls = serializers.IntegerField(help_text="Ordinary rolls: those that did not open a game.")
    openings = serializers.IntegerField()
    doubles = serializers.IntegerField()
    pips = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.IntegerField(), help_text="How often 1 to 6 lay up.")
    counts = RollCountOutput(many=True)


class CheckOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="docs/scrutiny.md lists the checks.")
    side = serializers.IntegerField(allow_null=True, help_text="0 or 1; null for both together.")
    sample = serializers.IntegerField()
    needed = serializers.IntegerField(help_text="With a smaller sample there is no p-value.")
    observed = serializers.FloatField(allow_null=True)
    expected = serializers.FloatField(allow_null=True)
    statistic = serializers.FloatField(allow_null=True)
    degrees = serializers.IntegerField(allow_null=True)
    p_value = serializers.FloatField(allow_null=True)


class LowestOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    p_value = serializers.FloatField()


class SummaryOutput(serializers.Serializer[Any]):
    checks = serializers.IntegerField(help_text="How many checks had enough rolls.")
    lowest = LowestOutput(allow_null=True)
    adjusted = serializers.FloatField(
        allow_null=True,
        help_text="The lowest p-value times the number of checks, at most 1. Fair dice give a report with "
        "one as low at most so often.",
    )


class ScrutinyOutput(serializers.Serializer[Scrutiny]):
    """Counts beside fair dice. Information for a director, no verdict."""

    transcripts = serializers.IntegerField()
    games = serializers.IntegerField()
    sides = CountsOutput(many=True)
    together = CountsOutput()
    checks = CheckOutput(many=True)
    summary = SummaryOutput()

    def to_representation(self, scrutiny: Scrutiny) -> dict[str, Any]:
        return scrutiny.as_dict()


class TranscriptRef(serializers.Serializer[Report]):
    match = serializers.IntegerField(source="match_id")
    report = serializers.IntegerField(source="pk")
    one = PlayerRef(source="match.one")
    two = PlayerRef(source="match.two")


class RunOutput(serializers.Serializer[Any]):
    here_game = serializers.IntegerField(source="one_game")
    here_roll = serializers.IntegerField(source="one_roll", help_text="The roll it begins with, from 1.")
    there_game = serializers.IntegerField(source="two_game")
    there_roll = serializers.IntegerField(source="two_roll")
    length = serializers.IntegerField(help_text="Equal rolls in a row.")
    swapped = serializers.BooleanField(
        allow_null=True,
        help_text="Whether the left column of one threw what the right one of the other did; null if it is "
        "neither so throughout nor the other way round.",
    )


class DiceAnomalyOutput(serializers.Serializer[Any]):
    here = TranscriptRef()
    there = TranscriptRef()
    chance = serializers.FloatField(
        help_text="How many runs as long as the longest chance gives among all transcripts held."
    )
    runs = RunOutput(many=True)


class SharedOutput(serializers.Serializer[Any]):
    """Dice shared with transcripts of other matches, the longest runs first."""

    anomalies = DiceAnomalyOutput(many=True)
    least = serializers.IntegerField(help_text="Shorter runs are not shown: chance explains them.")
    threshold = serializers.FloatField(help_text="So many runs as long as `least` chance gives at most.")
    pending = serializers.IntegerField(help_text="Transcripts that wait for a worker.")


class TranscriptDiceOutput(serializers.Serializer[Any]):
    report = serializers.IntegerField(source="report.pk")
    state = serializers.ChoiceField(choices=["pending", "accepted", "refused"], source="report.status")
    players = serializers.ListField(
        child=serializers.CharField(), help_text="The columns' names as written: side 0, side 1."
    )
    scrutiny = ScrutinyOutput()


class MatchDiceOutput(serializers.Serializer[Any]):
    transcripts = TranscriptDiceOutput(many=True)
    shared = SharedOutput()


class DiceTogetherOutput(serializers.Serializer[Any]):
    scrutiny = ScrutinyOutput()
    shared = SharedOutput()


class MatchDiceView(APIView):
    """The dice of a match."""

    scopes = {"GET": READ}

    @extend_schema(responses=MatchDiceOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Dice of the transcripts of a match: beside fair ones, and what they share with other matches.

        For directors of the match, owners of the club and staff. Information, no verdict.
        """
        match = generics.get_object_or_404(match_list(), pk=pk)
        return Response(MatchDiceOutput(match_dice(request_viewer(request), match)).data)


class PlayerDiceView(APIView):
    """The dice of a player."""

    scopes = {"GET": READ}

    @extend_schema(responses=DiceTogetherOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Dice of a player, side 0, and the opponents, side 1: over the matches that the caller directs.

        Of each match the transcript counts that decided it, else the first accepted one.
        """
        player = generics.get_object_or_404(Player, pk=pk)
        return Response(DiceTogetherOutput(player_dice(request_viewer(request), player)).data)
