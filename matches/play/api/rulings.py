"""/reports/<id>/answers/, rulings, appeals: what is said about a report and decided about a match."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.accounts.selectors import login_named
from matches.base.api.pagination import EARLIEST
from matches.base.api.parsing import read_request, read_request_body
from matches.hooks import unsanctioned_club
from matches.play import services
from matches.play.models import Appeal, Match, Ruling
from matches.play.rules.results import KINDS, ResultKind
from matches.play.selectors import appeal_list, ruling_list, seat_invitations

from .fields import SideField
from .matches import ScoreOutput
from .reports import ScoreInput

HEARD_BY = ("committee", "staff")


class ReasonField(serializers.CharField):
    """Why, in a sentence or two."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 500, **kwargs})


class AnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="True confirms the report, false objects to it.")
    reason = ReasonField(allow_blank=True, default="", help_text="An objection says what is wrong.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["agrees"] and not attrs["reason"]:
            raise serializers.ValidationError({"reason": "An objection says what is wrong."})
        return attrs


class AnswerOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    report = serializers.IntegerField(source="report_id")
    side = SideField()
    agrees = serializers.BooleanField()
    reason = serializers.CharField()
    answered_at = serializers.DateTimeField(source="recorded_at")
    match_state = serializers.ChoiceField(choices=Match.State.choices, source="report.match.state")


class RulingResultInput(serializers.Serializer[Any]):
    """How a match ends: its kind, and the winner and the score where the kind has them."""

    kind = serializers.ChoiceField(choices=KINDS, default=ResultKind.PLAYED.value)
    winner = SideField(required=False, help_text="Who advances; of a match played out the score says it.")
    score = ScoreInput(required=False, help_text="Points of each side, as won.")
    reason = ReasonField(help_text="Why; everybody can read it.")

    def ruling_outcome(self) -> dict[str, Any]:
        sent = self.validated_data
        score = sent.get("score", {"one": 0, "two": 0})
        return {
            "kind": ResultKind(sent["kind"]),
            "winner": sent.get("winner"),
            "points": (score["one"], score["two"]),
            "reason": sent["reason"],
        }


class RulingInput(RulingResultInput):
    preview = serializers.CharField(
        required=False,
        max_length=64,
        help_text="For a match that is decided: the token of the preview that was looked at.",
    )


class UndoInput(serializers.Serializer[Any]):
    reason = ReasonField()
    preview = serializers.CharField(required=False, max_length=64)


class RulingResultOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=KINDS)
    winner = SideField(allow_null=True)
    score = serializers.SerializerMethodField()
    reason = serializers.CharField()

    @extend_schema_field(ScoreOutput)
    def get_score(self, outcome: Any) -> dict[str, int]:
        return {"one": outcome.points_one, "two": outcome.points_two}


class RulingOutput(RulingResultOutput):
    address = "api-matches:ruling"

    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    grounds = serializers.ChoiceField(choices=Ruling.Grounds.choices)
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    undone_by = serializers.SerializerMethodField()
    appeal = serializers.SerializerMethodField()
    ruled_at = serializers.DateTimeField(source="recorded_at")

    def get_undone_by(self, ruling: Ruling) -> int | None:
        undoing: Ruling | None = getattr(ruling, "undone_by", None)
        return None if undoing is None else undoing.pk

    def get_appeal(self, ruling: Ruling) -> int | None:
        """The appeal against it."""
        appeal: Appeal | None = getattr(ruling, "appealed_by", None)
        return None if appeal is None else appeal.pk


class AppealInput(serializers.Serializer[Any]):
    reason = ReasonField()


class CommitteeInput(serializers.Serializer[Any]):
    members = serializers.ListField(
        child=serializers.CharField(max_length=150),
        max_length=9,
        help_text="Usernames: three or five, none who directs the event or plays the match.",
    )


class VoteOutput(RulingResultOutput):
    member = serializers.CharField(source="seat.member.username")
    voted_at = serializers.DateTimeField(source="recorded_at")


class AppealOutput(serializers.Serializer[Appeal]):
    address = "api-matches:appeal"

    id = serializers.IntegerField()
    ruling = serializers.IntegerField(source="ruling_id")
    match = serializers.IntegerField(source="ruling.match_id")
    side = SideField()
    reason = serializers.CharField()
    appealed_at = serializers.DateTimeField(source="recorded_at")
    heard_by = serializers.SerializerMethodField()
    committee = serializers.SerializerMethodField()
    invited = serializers.SerializerMethodField()
    votes = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=HEARD_BY))
    def get_heard_by(self, appeal: Appeal) -> str:
        """A committee; the staff of the service where the club is not sanctioned for everybody's ratings."""
        return "staff" if unsanctioned_club([appeal.ruling.match_id]) else "committee"

    def get_committee(self, appeal: Appeal) -> list[str]:
        """Usernames of its members."""
        return [seat.member.username for seat in appeal.seats.all()]

    def get_invited(self, appeal: Appeal) -> list[str]:
        """Usernames of those who were asked to sit on it and have not answered."""
        return [str(asked.login) for asked in seat_invitations(appeal).pending()]

    @extend_schema_field(VoteOutput(many=True))
    def get_votes(self, appeal: Appeal) -> Any:
        votes = (vote for seat in appeal.seats.all() for vote in seat.votes.all())
        return VoteOutput(sorted(votes, key=lambda vote: vote.serial), many=True).data


class AnswersView(APIView):
    """What the other side says to a report."""

    scopes = {"POST": REPORT}

    @extend_schema(request=AnswerInput, responses={201: AnswerOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Confirm a report of the other side, or object to it."""
        sent = read_request_body(AnswerInput, request)
        answer = services.report_answer(report_id=pk, actor=require_caller(request), **sent)
        return Response(AnswerOutput(answer).data, status=201)


class RulingView(generics.RetrieveAPIView[Ruling]):
    """A ruling on a match."""

    serializer_class = RulingOutput
    queryset = Ruling.objects.select_related("undone_by", "appealed_by")
    scopes = {"GET": PUBLIC}


class RulingsView(generics.ListAPIView[Ruling]):
    """Rulings on a match, the first one first."""

    serializer_class = RulingOutput
    queryset = Ruling.objects.none()
    orders = EARLIEST
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Ruling]:
        return ruling_list(generics.get_object_or_404(Match, pk=self.kwargs["pk"]))

    @extend_schema(request=RulingInput, responses={201: RulingOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Decide a match: a dispute, one that was not played, or the correction of a result."""
        data = read_request(RulingInput, request)
        ruling = services.ruling_make(
            match_id=pk,
            actor=require_caller(request),
            preview=data.validated_data.get("preview"),
            **data.ruling_outcome(),
        )
        return Response(RulingOutput(ruling).data, status=201)


class UndoView(APIView):
    """Taking a ruling back."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=UndoInput, responses={201: RulingOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Undo a ruling: the match is what it was without it. Undoing the undoing brings it back."""
        sent = read_request_body(UndoInput, request)
        undoing = services.ruling_undo(ruling_id=pk, actor=require_caller(request), **sent)
        return Response(RulingOutput(undoing).data, status=201)


class AppealsView(APIView):
    """Appeals against a ruling."""

    scopes = {"POST": REPORT}

    @extend_schema(request=AppealInput, responses={201: AppealOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Ask for another decision; the match is open again until a committee has made it, or staff has."""
        sent = read_request_body(AppealInput, request)
        appeal = services.ruling_appeal(ruling_id=pk, actor=require_caller(request), **sent)
        return Response(AppealOutput(appeal).data, status=201)


class AppealView(APIView):
    """An appeal."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=AppealOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The appeal with its committee and how it votes."""
        return Response(AppealOutput(generics.get_object_or_404(appeal_list(), pk=pk)).data)


class CommitteeView(APIView):
    """The committee of an appeal."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=CommitteeInput, responses={201: AppealOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Ask people to be the committee: three or five, none who directs the event or plays the match.

        Whoever accepts has a seat. Name all again, with others in the place of those who declined.
        """
        sent = read_request_body(CommitteeInput, request)
        appeal = generics.get_object_or_404(Appeal, pk=pk)
        members = [login_named(name) for name in sent["members"]]
        services.committee_appoint(appeal_id=appeal.pk, actor=require_caller(request), members=members)
        return Response(AppealOutput(appeal_list().get(pk=pk)).data, status=201)


class VotesView(APIView):
    """Votes on an appeal."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=RulingResultInput, responses={201: AppealOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Vote, as a member of the committee; what most seats agree on is its ruling."""
        data = read_request(RulingResultInput, request)
        services.vote_cast(appeal_id=pk, actor=require_caller(request), **data.ruling_outcome())
        return Response(AppealOutput(appeal_list().get(pk=pk)).data, status=201)
