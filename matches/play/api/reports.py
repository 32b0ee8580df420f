"""/matches/<id>/reports/ and /reports/<id>/: what happened on the board, as somebody says."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.fields import NOT_BLANK
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import FormValues, JSONParser, form_values, read_shape
from matches.base.problems import without_sentences
from matches.play import services
from matches.play.errors import TranscriptWithheld
from matches.play.models import CUBE_MAX, GAMES_MAX, POINTS_MAX, Match, Report
from matches.play.selectors import report_detail, reports_of_match
from matches.play.selectors.representations import side_name
from matches.players.selectors import private_parts
from matches.work.statements import is_related_known, set_related

from .fields import SideField


class ScoreInput(serializers.Serializer[Any]):
    one = serializers.IntegerField(min_value=0, max_value=POINTS_MAX)
    two = serializers.IntegerField(min_value=0, max_value=POINTS_MAX)


class NamesInput(serializers.Serializer[Any]):
    one = serializers.CharField(max_length=200)
    two = serializers.CharField(max_length=200)


class GameInput(serializers.Serializer[Any]):
    """A game. What follows from the rest may be left out: points, cube, ending."""

    winner = SideField(allow_null=True, help_text="Nobody in a draw.")
    points = serializers.IntegerField(min_value=0, max_value=POINTS_MAX, required=False, allow_null=True)
    cube = serializers.IntegerField(
        min_value=1,
        max_value=CUBE_MAX,
        required=False,
        allow_null=True,
        help_text="What the game was decided at; after a pass, what the cube showed before the offer.",
    )
    ending = serializers.ChoiceField(
        choices=engine.GAME_ENDINGS,
        required=False,
        allow_null=True,
        help_text="Left out, the game was played to its end on the board.",
    )


class NumberedGameInput(GameInput):
    number = serializers.IntegerField(
        min_value=1, max_value=GAMES_MAX, required=False, help_text="If given, 1, 2, 3 and so on."
    )


class TranscriptField(serializers.Field[bytes, Any, str, Any]):
    """A transcript as text in JSON or as an uploaded file; bytes inside."""

    def to_internal_value(self, data: Any) -> bytes:
        if isinstance(data, str):
            try:
                content = data.encode()
            except UnicodeEncodeError:
                raise serializers.ValidationError("The transcript holds a lone surrogate.") from None
        elif hasattr(data, "read"):
            content = data.read()
        else:
            raise serializers.ValidationError(
                "Send the transcript as text, or as a file in multipart/form-data."
            )
        if not content.strip():
            raise serializers.ValidationError("The transcript is empty.")
        return bytes(content)


extend_schema_field({"type": "string", "description": "The transcript, a .mat file's content."})(
    TranscriptField
)


class ReportInput(serializers.Serializer[Any]):
    """A final score, the games one by one, or a transcript: exactly one of them."""

    score = ScoreInput(required=False, help_text="The final score.")
    games = serializers.ListField(
        child=NumberedGameInput(),
        required=False,
        allow_empty=False,
        max_length=1000,
        help_text="The games in the order in which they were played.",
    )
    transcript = TranscriptField(required=False)
    names = NamesInput(
        required=False,
        help_text="Who is who: the names the transcript writes for each side. Needed only where they are "
        "neither the players' names nor aliases of theirs.",
    )
    role = serializers.ChoiceField(
        choices=Report.Role.choices,
        required=False,
        help_text="For a director who plays in the match: as what to report it.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if sum(content in attrs for content in ("score", "games", "transcript")) != 1:
            raise serializers.ValidationError("Send one of `score`, `games` and `transcript`.")
        if "names" in attrs and "transcript" not in attrs:
            raise serializers.ValidationError({"names": "Names go with a transcript."})
        return attrs


SCORE = {"type": "integer", "minimum": 0, "maximum": POINTS_MAX}
NAME = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": NOT_BLANK}
REPORT_FORM = {
    "type": "object",
    "description": "The same without `games`: of an object each member by itself.",
    "properties": {
        "score.one": SCORE,
        "score.two": SCORE,
        "transcript": {"type": "string", "format": "binary", "description": "The file."},
        "names.one": NAME,
        "names.two": NAME,
        "role": {"type": "string", "enum": Report.Role.values},
    },
}


class DetailsField(serializers.JSONField):
    """The details of a verdict; the sentences in them are for pages."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(without_sentences(value))


class VerdictOutput(serializers.Serializer[Any]):
    accepted = serializers.BooleanField()
    judged_at = serializers.DateTimeField(source="recorded_at")
    details = DetailsField(
        source="redacted_details",
        allow_null=True,
        help_text="What the verdict on a transcript or on games rests on: games, violations, notes.",
    )


@extend_schema_field({"oneOf": [{"$ref": "#/components/schemas/Problem"}, {"type": "null"}]})
class ProblemField(serializers.JSONField):
    pass


class ReportOutput(serializers.Serializer[Any]):
    address = "api-matches:report"

    id = serializers.IntegerField()
    match = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Report.Kind.choices)
    role = serializers.ChoiceField(choices=Report.Role.choices)
    side = SideField(allow_null=True)
    reported_by = serializers.CharField(
        allow_null=True, help_text="Username; null of a player who keeps the own login private."
    )
    reported_at = serializers.DateTimeField()
    means = serializers.ChoiceField(choices=Report.Means.choices)
    score = ScoreInput(allow_null=True)
    games = GameInput(many=True, allow_null=True, help_text="As they were reported.")
    state = serializers.ChoiceField(choices=["pending", "accepted", "refused"])
    undone = serializers.BooleanField(
        help_text="Whether an official has taken it back: then it counts for nothing."
    )
    verdict = VerdictOutput(allow_null=True)
    problem = ProblemField(help_text="Why the report was refused, as a problem object.")

    def to_representation(self, report: Report) -> dict[str, Any]:
        """Of one that was read with verdict and author."""
        viewer = request_viewer(self.context["request"])
        author, verdict = report.recorded_by, None if report.status == "pending" else report.verdict
        player = getattr(author, "player", None)
        is_hidden = player is not None and "login" in private_parts(player, viewer)
        scored = report.points_one is not None
        return {
            "id": report.pk,
            "match": report.match_id,
            "kind": report.kind,
            "role": report.role,
            "side": side_name(report.side),
            "reported_by": None if author is None or is_hidden else author.shown_name,
            "reported_at": report.recorded_at,
            "means": report.means,
            "score": {"one": report.points_one, "two": report.points_two} if scored else None,
            "games": report.games and GameInput(report.games, many=True).data,
            "state": report.status,
            "undone": report.is_undone,
            "verdict": verdict and VerdictOutput(verdict).data,
            "problem": verdict and without_sentences(verdict.redacted_problem),
        }


class ReportsView(generics.ListAPIView[Report]):
    """Reports of a match, the first one first."""

    serializer_class = ReportOutput
    queryset = Report.objects.none()
    orders = EARLIEST
    filter_backends = ()
    parser_classes = (JSONParser, MultiPartParser)
    scopes = {"GET": PUBLIC, "POST": REPORT | DIRECT}

    def get_queryset(self) -> QuerySet[Report]:
        return reports_of_match(generics.get_object_or_404(Match, pk=self.kwargs["pk"]))

    @extend_schema(
        request={"application/json": ReportInput, "multipart/form-data": REPORT_FORM},
        responses={202: ReportOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Report the match. Answered at once; the verdict follows at the address in `Location`."""
        sent = read_shape(ReportInput, nest_report_form_names(request.data)).validated_data
        report = services.report_submit(
            match_id=pk,
            actor=require_caller(request),
            role=sent.get("role"),
            score=(sent["score"]["one"], sent["score"]["two"]) if "score" in sent else None,
            games=sent.get("games"),
            transcript=sent.get("transcript"),
            names=sent.get("names"),
        )
        if not is_related_known(report, "verdict"):
            # Made just now: nobody has judged it.
            set_related(report, "verdict", None)
        return Response(ReportOutput(report, context={"request": request}).data, status=202)


class ReportView(APIView):
    """A report."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ReportOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The report with its verdict, once there is one: pending, accepted or refused."""
        return Response(ReportOutput(report_detail(pk), context={"request": request}).data)


class TranscriptView(APIView):
    """The transcript of a report."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.BINARY})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The transcript, byte for byte as it was sent; withheld if a player of it was anonymised."""
        reports = Report.objects.select_related("match__one", "match__two")
        report = generics.get_object_or_404(reports, pk=pk, kind=Report.Kind.TRANSCRIPT)
        if report.match.withholds_names:
            raise TranscriptWithheld(
                "Somebody who plays in match %(match)s was anonymised, and transcripts bear names. The "
                "result and what the referee found are still shown.",
                {"match": report.match_id},
                report=report.pk,
            )
        return HttpResponse(
            bytes(report.transcript or b""),
            # Whose encoding nobody has declared.
            content_type="text/plain",
            headers={"Content-Disposition": f'attachment; filename="report-{report.pk}.mat"'},
        )


def nest_report_form_names(data: Any) -> Any:
    """A form's flat names ("names.one") as the objects JSON would hold; JSON as it is.

    Raises ValidationError of what is sent more than once.
    """
    values = form_values(data)
    if values is data:
        return data
    result = FormValues()
    for name, value in values.items():
        outer, _, inner = name.partition(".")
        if inner:
            group = result.setdefault(outer, {})
            if isinstance(group, dict):
                group[inner] = value
        else:
            result[name] = value
    return result
