"""/clubs/<id>/invitation-links/: a list of people whom a club invites to sign up."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.logins import secret_response
from matches.accounts.models import Token
from matches.base.api.fields import NameField
from matches.base.api.parsing import read_request_body
from matches.players.api.links import IssuedLinkOutput
from matches.players.api.players import players_numbered
from tournaments.clubs import services
from tournaments.clubs.models import Club

MOST_INVITED = 200


class InviteesInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(),
        default=list,
        max_length=MOST_INVITED,
        help_text="Players without a login whom the club has recorded.",
    )
    names = serializers.ListField(
        child=NameField(),
        default=list,
        max_length=MOST_INVITED,
        help_text="The same by name; who is not among them is recorded.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["players"] and not attrs["names"]:
            raise serializers.ValidationError("Say whom to invite: players, names, or both.")
        return attrs


class ClubLinksView(generics.GenericAPIView[Any]):
    """Links by which people get the profiles that the club keeps for them."""

    queryset = Club.objects.all()
    serializer_class = IssuedLinkOutput
    write_scope = Token.Scope.DIRECT

    @extend_schema(request=InviteesInput, responses={201: IssuedLinkOutput(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Issue a link for each, all or none: whoever opens it signs up or logs in, and has the profile."""
        sent = read_request_body(InviteesInput, request)
        players = [player.pk for player in players_numbered(sent["players"])]
        issued = services.club_invite(
            actor=require_caller(request), club=self.get_object(), players=players, names=sent["names"]
        )
        return secret_response(IssuedLinkOutput(issued, many=True).data)
