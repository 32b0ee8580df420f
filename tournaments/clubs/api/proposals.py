"""/club-proposals/: clubs that are founded once staff agrees."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, READ
from matches.base.api.fields import ReasonOfAnswer
from matches.base.api.pagination import LATEST
from matches.base.api.parsing import read_request_body
from tournaments.clubs import services
from tournaments.clubs.models import ClubProposal
from tournaments.clubs.selectors import proposals_concerning

from .fields import ClubRef


class ClubProposalAnswerInput(serializers.Serializer[Any]):
    agrees = serializers.BooleanField(help_text="false refuses, or withdraws one's own.")
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ClubProposalOutput(serializers.Serializer[ClubProposal]):
    address = "api-tournaments:club-proposal"

    id = serializers.IntegerField()
    name = serializers.CharField()
    note = serializers.CharField()
    proposed_by = serializers.CharField(source="recorded_by.shown_name", default=None, allow_null=True)
    proposed_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.ChoiceField(choices=ClubProposal.State.choices)
    reason = ReasonOfAnswer()
    club = ClubRef(source="answer.club", default=None, allow_null=True, help_text="What was founded.")


class ClubProposalsView(generics.ListAPIView[ClubProposal]):
    """The caller's own proposals of clubs, and for staff all that wait; the latest first."""

    serializer_class = ClubProposalOutput
    queryset = ClubProposal.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[ClubProposal]:
        return proposals_concerning(require_caller(self.request))


class ClubProposalView(generics.RetrieveAPIView[ClubProposal]):
    """A proposal of a club: one's own; for staff one that waits."""

    serializer_class = ClubProposalOutput
    queryset = ClubProposal.objects.none()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[ClubProposal]:
        return proposals_concerning(require_caller(self.request), answered=True)


class ClubProposalAnswerView(generics.GenericAPIView[ClubProposal]):
    """The answer to a proposal of a club."""

    serializer_class = ClubProposalOutput
    queryset = ClubProposal.objects.none()
    scopes = {"POST": DIRECT}

    def get_queryset(self) -> QuerySet[ClubProposal]:
        return proposals_concerning(require_caller(self.request), answered=True)

    @extend_schema(request=ClubProposalAnswerInput, responses={201: ClubProposalOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Agree, which founds the club, owned by whoever proposed it; refuse; or withdraw one's own."""
        sent = read_request_body(ClubProposalAnswerInput, request)
        services.club_proposal_answer(actor=require_caller(request), proposal_id=self.get_object().pk, **sent)
        return Response(ClubProposalOutput(self.get_queryset().get(pk=pk)).data, status=201)
