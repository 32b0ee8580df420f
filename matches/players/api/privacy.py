"""Personal data of a player and of a login, and their end.

/players/<id>/personal-data/, /players/<id>/anonymise/; /me/personal-data/, /me/close/.
"""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT
from matches.accounts.api.secret_answers import SecretAnswers
from matches.base.api.parsing import read_request_body
from matches.players import services
from matches.players.models import AnonymisationRequest, Player
from matches.players.selectors import login_personal_data, player_personal_data

from .fields import PlayerRef
from .merges import ReasonInput


class PersonalDataOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(allow_null=True)
    records = serializers.ListField(
        child=serializers.IntegerField(), help_text="The player's own number and those merged into it."
    )
    taken_at = serializers.DateTimeField()
    sections = serializers.DictField(
        child=serializers.ListField(child=serializers.DictField()),
        help_text="Rows by section, column by column: docs/players.md says what is in each.",
    )


class AnonymiseInput(serializers.Serializer[Any]):
    confirmation = serializers.CharField(
        max_length=256,
        trim_whitespace=False,
        help_text="The player's name as it is written, or the password of the player's own login.",
    )


class AnonymisationOutput(serializers.Serializer[AnonymisationRequest]):
    player = serializers.IntegerField(source="player_id")
    requested_at = serializers.DateTimeField(source="recorded_at")
    effective_at = serializers.DateTimeField(help_text="When it is done, unless it is stopped before.")
    anonymised = serializers.BooleanField(source="player.anonymised")


class PlayerPersonalDataView(SecretAnswers, generics.GenericAPIView[Player]):
    """Everything the service holds on a player."""

    queryset = Player.objects.select_related("user")
    serializer_class = PersonalDataOutput
    scopes = {"GET": ACCOUNT}

    @extend_schema(responses=PersonalDataOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Every row on the player and the player's login, without secrets: for the player and staff."""
        return Response(player_personal_data(require_caller(request), self.get_object(), timezone.now()))


class LoginPersonalDataView(SecretAnswers, APIView):
    """Everything the service holds on the caller."""

    scopes = {"GET": ACCOUNT}

    @extend_schema(responses=PersonalDataOutput)
    def get(self, request: Request) -> Response:
        """Every row on the caller's login, and on the player it speaks for if any, without secrets."""
        return Response(login_personal_data(require_caller(request), timezone.now()))


class CloseInput(serializers.Serializer[Any]):
    confirmation = serializers.CharField(
        max_length=256,
        trim_whitespace=False,
        help_text="The login's password; its username, if it has no password.",
    )


class LoginCloseView(APIView):
    """The end of a login."""

    throttle_rate = "password"
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=CloseInput, responses={204: None})
    def post(self, request: Request) -> Response:
        """Close the caller's own login, for good and at once. That of a player goes with the player."""
        services.login_close(actor=require_caller(request), **read_request_body(CloseInput, request))
        return Response(status=204)


class PlayerAnonymiseView(generics.GenericAPIView[Any]):
    """The end of what names a player."""

    queryset = Player.objects.all()
    serializer_class = AnonymisationOutput
    throttle_rate = "password"
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=AnonymiseInput, responses={201: AnonymisationOutput, 202: AnonymisationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Remove, for good, what names the person, and close the login. Nobody else's record changes.

        201: done, because the profile and its confirmed address have long been the login's. 202: it is done
        in seven days, unless it is stopped.
        """
        sent = read_request_body(AnonymiseInput, request)
        asked = services.player_anonymise(
            actor=require_caller(request), player_id=self.get_object().pk, confirmation=sent["confirmation"]
        )
        shown = AnonymisationRequest.objects.select_related("player").get(pk=asked.pk)
        return Response(AnonymisationOutput(shown).data, status=201 if shown.player.anonymised else 202)


class AnonymisationCancelView(generics.GenericAPIView[Any]):
    """The end of what waits."""

    queryset = Player.objects.all()
    serializer_class = PlayerRef
    scopes = {"POST": ACCOUNT}

    @extend_schema(request=ReasonInput, responses={201: PlayerRef})
    def post(self, request: Request, pk: int) -> Response:
        """Let the player be who it is: for the player, who runs the club that recorded it, and staff."""
        sent = read_request_body(ReasonInput, request)
        player = self.get_object()
        services.anonymisation_cancel(actor=require_caller(request), player_id=player.pk, **sent)
        return Response(PlayerRef(player).data, status=201)
