"""/invitations/: what one is asked, and has asked of others."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller, require_scope
from matches.accounts.api.hidden import HiddenFromOthers
from matches.accounts.api.scopes import ACCOUNT, ENTER, READ
from matches.accounts.models import User
from matches.base.api.fields import ReasonOfAnswer
from matches.base.api.pagination import LATEST
from matches.base.api.parsing import read_request_body
from matches.hooks import invitation_kinds
from matches.players import services
from matches.players.models import Invitation
from matches.players.selectors import concerns_invitation, invitation_list, invitations_concerning

from .fields import PlayerRef


class InvitationAnswerInput(serializers.Serializer[Any]):
    accepts = serializers.BooleanField(help_text="false declines, or takes back what one has asked.")
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class InvitationOutput(serializers.Serializer[Invitation]):
    address = "api-matches:invitation"

    id = serializers.IntegerField()
    kind = serializers.CharField(
        help_text="`appointment`, `member` (of a pair or a team), `membership`, `seat`."
    )
    sentence = serializers.SerializerMethodField()
    player = PlayerRef(allow_null=True)
    login = serializers.CharField(source="login.username", default=None, allow_null=True)
    terms = serializers.DictField(help_text="What comes of it: numbers of club, event, group or appeal.")
    invited_by = serializers.CharField(source="recorded_by.shown_name", default=None, allow_null=True)
    invited_at = serializers.DateTimeField(source="recorded_at")
    state = serializers.SerializerMethodField()
    reason = ReasonOfAnswer()

    def get_sentence(self, invitation: Invitation) -> str:
        """What is asked, in the language that was asked for."""
        return invitation_kinds()[invitation.kind].sentence(invitation)

    @extend_schema_field({"type": "string", "enum": ["open", "accepted", "declined"]})
    def get_state(self, invitation: Invitation) -> str:
        """`declined` is also what was taken back."""
        answer = getattr(invitation, "answer", None)
        return "open" if answer is None else "accepted" if answer.accepts else "declined"


def invited_response(invitation: Invitation) -> Response:
    """What is answered where somebody has to be asked first."""
    return Response(InvitationOutput(invitation_list().get(pk=invitation.pk)).data, status=202)


class InvitationsView(generics.ListAPIView[Invitation]):
    """Invitations that wait for the caller's answer, and every one that the caller was asked or has made."""

    serializer_class = InvitationOutput
    queryset = Invitation.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Invitation]:
        return invitations_concerning(require_caller(self.request))


class InvitationView(generics.RetrieveAPIView[Invitation]):
    """An invitation that the caller has made, was asked or answers."""

    serializer_class = InvitationOutput
    queryset = Invitation.objects.none()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Invitation]:
        return invitations_concerning(require_caller(self.request))


class InvitationAnswerView(HiddenFromOthers):
    """The answer to an invitation."""

    serializer_class = InvitationOutput
    queryset = Invitation.objects.none()
    scopes = {"POST": ENTER | ACCOUNT}

    def get_queryset(self) -> QuerySet[Invitation]:
        return invitation_list()

    def concerns(self, user: User, row: Invitation) -> bool:
        return concerns_invitation(user, row)

    @extend_schema(request=InvitationAnswerInput, responses={201: InvitationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Accept, which has its effect at once, or decline; or take back what one has asked.

        The scope is `enter` for a pair or a team, else `account`.
        """
        sent = read_request_body(InvitationAnswerInput, request)
        invitation = self.get_object()
        require_scope(request.auth, invitation_kinds()[invitation.kind].scope)
        services.invitation_answer(actor=require_caller(request), invitation_id=invitation.pk, **sent)
        return Response(InvitationOutput(invitation_list().get(pk=pk)).data, status=201)
