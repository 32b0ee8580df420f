"""/players/<id>/invitation-links/ and /invitation-links/: how people get the profile kept for them."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.hidden import HiddenFromOthers
from matches.accounts.api.scopes import ACCOUNT
from matches.accounts.api.secret_answers import SecretAnswers, SecretField
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.base.api.pagination import LATEST
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.players import services
from matches.players.models import InvitationLink, Player
from matches.players.selectors import claim_list, link_address, open_links
from matches.players.services import IssuedLink

from .claims import ClaimOutput
from .fields import PlayerRef


class InvitationLinkOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = PlayerRef()
    issued_by = serializers.CharField(source="recorded_by.shown_name", default=None, allow_null=True)
    issued_at = serializers.DateTimeField(source="recorded_at")
    expires_at = serializers.DateTimeField()


class LinkField(SecretField):
    """The address of a link that was issued."""

    def to_representation(self, value: IssuedLink) -> str:
        return link_address(value.secret)


class IssuedLinkOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="link.id")
    player = PlayerRef(source="link.player")
    url = LinkField(help_text="The link itself, shown this once: for the person alone.")
    expires_at = serializers.DateTimeField(source="link.expires_at")


class LinkUseInput(serializers.Serializer[Any]):
    secret = serializers.CharField(max_length=100, help_text="The last part of the link.")


class PlayerLinksView(SecretAnswers, generics.ListAPIView[InvitationLink]):
    """Links that still open the profile of a player without a login, the latest first.

    Without the links themselves.
    """

    serializer_class = InvitationLinkOutput
    queryset = InvitationLink.objects.none()
    orders = LATEST
    filter_backends = ()
    scopes = {"GET": ACCOUNT, "POST": ACCOUNT}

    def get_queryset(self) -> QuerySet[InvitationLink]:
        player = self.requested_player()
        require_permission(require_caller(self.request), "invitation_link_issue", player)
        return open_links(player, timezone.now())

    def requested_player(self) -> Player:
        return generics.get_object_or_404(Player, pk=self.kwargs["pk"])

    @extend_schema(request=None, responses={201: IssuedLinkOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Issue a link: whoever opens it signs up or logs in, and has the profile. It ends the one before."""
        refuse_request_body(request)
        issued = services.invitation_link_issue(
            actor=require_caller(request), player_id=self.requested_player().pk
        )
        return Response(IssuedLinkOutput(issued).data, status=201)


class InvitationLinkView(HiddenFromOthers):
    """One link."""

    queryset = InvitationLink.objects.all()
    serializer_class = InvitationLinkOutput
    scopes = {"DELETE": ACCOUNT}

    def concerns(self, user: User, row: InvitationLink) -> bool:
        return may_do_action(user, "invitation_link_issue", row.player)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Have the link open nothing any more."""
        refuse_request_body(request)
        services.invitation_link_withdraw(actor=require_caller(request), link_id=self.get_object().pk)
        return Response(status=204)


class LinkUseView(generics.GenericAPIView[Any]):
    """The profile that a link opens."""

    serializer_class = ClaimOutput
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=LinkUseInput, responses={201: ClaimOutput})
    def post(self, request: Request) -> Response:
        """Make the caller's login the player's that the link is for.

        Whoever has no login yet sends the secret as `invitation` to `POST /logins/`.
        """
        sent = read_request_body(LinkUseInput, request)
        actor, link = require_caller(request), services.link_opened(sent["secret"])
        claim = services.invitation_link_use(actor=actor, link_id=link.pk)
        return Response(ClaimOutput(claim_list().get(pk=claim.pk)).data, status=201)
