"""/tournaments/<id>/results/: every match of an event, as a director works through them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import request_viewer
from matches.accounts.api.scopes import PUBLIC
from matches.play.api.fields import SideField
from matches.play.api.matches import ScoreOutput
from matches.play.models import Result
from matches.play.rules.results import KINDS
from tournaments.events.selectors import (
    GridClaim,
    GridResult,
    GridRow,
    GridSide,
    MatchAction,
    results_grid,
)

from .outlook import EventSlotOutput
from .tournaments import OfTournament


@extend_schema_field(ScoreOutput)
class GridScoreField(serializers.Field[Any, Any, Any, Any]):
    """A score of two sides."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: tuple[int, int]) -> dict[str, int]:
        return {"one": value[0], "two": value[1]}


class GridSideOutput(serializers.Serializer[GridSide]):
    entry = serializers.IntegerField(allow_null=True, help_text="Null as long as nobody knows who comes.")
    name = serializers.CharField(help_text="Of the player, the pair or the team; else empty.")
    seed = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(
        allow_null=True, help_text="Who plays: on a board of a match of teams one of the team."
    )
    board_player = serializers.CharField(help_text="Their name, on a board; else empty.")
    from_match = serializers.IntegerField(
        allow_null=True, help_text="The number of the match that decides who comes."
    )
    loser = serializers.BooleanField(help_text="Whether its loser comes, not its winner.")


class GridClaimOutput(serializers.Serializer[GridClaim]):
    report = serializers.IntegerField()
    side = SideField(allow_null=True, help_text="Who says so; null for an official.")
    score = GridScoreField()
    at = serializers.DateTimeField()
    objection = serializers.CharField(help_text="What the other side said against it; else empty.")


class GridResultOutput(serializers.Serializer[GridResult]):
    kind = serializers.ChoiceField(choices=KINDS)
    grounds = serializers.ChoiceField(choices=Result.Basis.choices)
    winner = SideField(allow_null=True)
    score = GridScoreField(allow_null=True, help_text="As it is shown; null where it has none.")
    at = serializers.DateTimeField()
    report = serializers.IntegerField(allow_null=True)
    ruling = serializers.IntegerField(allow_null=True)


class GridRowOutput(serializers.Serializer[GridRow]):
    one = GridSideOutput()
    two = GridSideOutput()
    length = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    start = GridScoreField(allow_null=True, help_text="Before the first game, if it is not 0-0.")
    running = GridScoreField(allow_null=True, help_text="So far, if games are live-scored.")
    claims = GridClaimOutput(many=True, help_text="What was said, as long as it is not decided.")
    result = GridResultOutput(allow_null=True)
    may = serializers.ListField(
        child=serializers.ChoiceField(choices=[action.value for action in MatchAction]),
        help_text="What the caller may do with it.",
    )
    undo = serializers.IntegerField(
        allow_null=True, help_text="The report of an official that the caller may undo."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Those of the slot first."""
        of_slot = EventSlotOutput().get_fields()
        for name, field in of_slot.items():
            field.source = f"slot.{field.source or name}"
        return {**of_slot, **super().get_fields()}


class GridRoundOutput(serializers.Serializer[Any]):
    part = serializers.CharField(source="part.code", help_text="The bracket, group or division.")
    part_name = serializers.CharField(help_text="In the language asked for.")
    round = serializers.IntegerField(source="number")
    round_name = serializers.CharField(source="name", help_text="In the language asked for.")
    length = serializers.IntegerField(help_text="What its matches are played to.")
    decided = serializers.IntegerField(help_text="How many of its matches.")
    rows = GridRowOutput(many=True)


class ResultsView(OfTournament):
    """The matches of a tournament as a director works through them."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=GridRoundOutput(many=True), operation_id="tournaments_results")
    def get(self, request: Request, pk: int) -> Response:
        """Every match, round by round in the order of their numbers; empty before the draw."""
        rounds = results_grid(self.requested_tournament(), request_viewer(request), timezone.now())
        return Response(GridRoundOutput(rounds, many=True).data)
