"""/tournaments/<id>/results/: every match of an event, as a director works through them and enters them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.parsing import read_request_body
from matches.base.problems import without_sentences
from matches.play.api.fields import SideField
from matches.play.api.matches import ScoreOutput
from matches.play.api.reports import ScoreInput
from matches.play.models import Report, Result
from matches.play.rules.results import KINDS
from tournaments.events.selectors import (
    GridClaim,
    GridResult,
    GridRow,
    GridSide,
    MatchAction,
    results_grid,
)
from tournaments.events.services import EnteredResult, ScoreEntered, tournament_results_enter

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
    table = serializers.CharField(allow_null=True, help_text="Where it sits.")
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


RESULTS_AT_ONCE = 1_000


class ResultInput(serializers.Serializer[Any]):
    """The score of a match, which is named by its number or by its key."""

    number = serializers.IntegerField(
        min_value=1, required=False, help_text="Of the match in the tournament; or send its key."
    )
    board = serializers.IntegerField(min_value=1, required=False, help_text="Of a match of teams.")
    key = serializers.CharField(
        max_length=64, required=False, help_text="Of the fixture; or send the match's number."
    )
    score = ScoreInput()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("number" in attrs) == ("key" in attrs):
            raise serializers.ValidationError("Send one of `number` and `key`.")
        if "key" in attrs and "board" in attrs:
            raise serializers.ValidationError({"board": "A key names the board, too."})
        return attrs


class ResultsInput(serializers.Serializer[Any]):
    results = serializers.ListField(child=ResultInput(), allow_empty=False, max_length=RESULTS_AT_ONCE)


class EnteredResultOutput(serializers.Serializer[EnteredResult]):
    number = serializers.IntegerField(
        source="slot.number", default=None, allow_null=True, help_text="Null where no such match is known."
    )
    board = serializers.IntegerField(source="slot.board", default=0)
    match = serializers.IntegerField(
        source="slot.match", default=None, allow_null=True, help_text="Of all matches."
    )
    taken = serializers.BooleanField(source="is_taken")
    report = serializers.IntegerField(
        source="report.pk",
        default=None,
        allow_null=True,
        help_text="What was written: what the referee refused, too, is kept as a report.",
    )
    problem = serializers.SerializerMethodField()

    @extend_schema_field({"oneOf": [{"$ref": "#/components/schemas/Problem"}, {"type": "null"}]})
    def get_problem(self, entered: EnteredResult) -> Any:
        """Why it was not taken, as a problem object: what a call for it alone would have been answered."""
        if entered.refusal is not None:
            return self.context["problem_of"](entered.refusal)
        return None if entered.report is None else without_sentences(entered.report.verdict.problem)


class ResultsEnteredOutput(serializers.Serializer[Any]):
    results = EnteredResultOutput(many=True)


class ResultsView(OfTournament):
    """The matches of a tournament as a director works through them."""

    scopes = {"GET": PUBLIC, "POST": REPORT | DIRECT}

    @extend_schema(responses=GridRoundOutput(many=True), operation_id="tournaments_results")
    def get(self, request: Request, pk: int) -> Response:
        """Every match, round by round in the order of their numbers; empty before the draw."""
        rounds = results_grid(self.requested_tournament(), request_viewer(request), timezone.now())
        return Response(GridRoundOutput(rounds, many=True).data)

    @extend_schema(request=ResultsInput, responses=ResultsEnteredOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Report scores as an official, judged at once; what is refused of one leaves the others alone.

        Answered in the order sent. What is said of a match a second time comes after the first.
        """
        sent = read_request_body(ResultsInput, request)
        entered = tournament_results_enter(
            actor=require_caller(request),
            tournament_id=pk,
            results=[
                ScoreEntered((each["score"]["one"], each["score"]["two"]), **self._names_of(each))
                for each in sent["results"]
            ],
            means=Report.Means.API,
        )
        return Response(
            ResultsEnteredOutput({"results": entered}, context={"problem_of": self._problem_of}).data
        )

    @staticmethod
    def _names_of(sent: dict[str, Any]) -> dict[str, Any]:
        return {name: sent[name] for name in ("number", "board", "key") if name in sent}

    def _problem_of(self, refusal: Exception) -> Any:
        return self.get_exception_handler()(refusal, self.get_exception_handler_context()).data
