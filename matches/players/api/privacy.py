"""/players/<id>/personal-data/ and /players/<id>/anonymise/: a player's personal data, and its end."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.models import Token
from matches.base.api.parsing import read_request_body
from matches.players import services
from matches.players.models import Anonymisation, Player
from matches.players.selectors import player_personal_data


class PersonalDataOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
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


class AnonymisationOutput(serializers.Serializer[Anonymisation]):
    player = serializers.IntegerField(source="player_id")
    anonymised_at = serializers.DateTimeField(source="recorded_at")


class PlayerPersonalDataView(generics.GenericAPIView[Player]):
    """Everything the service holds on a player."""

    queryset = Player.objects.select_related("user")
    serializer_class = PersonalDataOutput

    @extend_schema(responses=PersonalDataOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Every row on the player and the player's login, without secrets: for the player and staff."""
        return Response(player_personal_data(require_caller(request), self.get_object(), timezone.now()))


class PlayerAnonymiseView(generics.GenericAPIView[Any]):
    """The end of what names a player."""

    queryset = Player.objects.all()
    serializer_class = AnonymisationOutput
    write_scope = Token.Scope.DIRECT
    throttle_rate = "password"

    @extend_schema(request=AnonymiseInput, responses={201: AnonymisationOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Remove, for good, what names the person, and close the login. Nobody else's record changes."""
        sent = read_request_body(AnonymiseInput, request)
        fact = services.player_anonymise(
            actor=require_caller(request), player_id=self.get_object().pk, confirmation=sent["confirmation"]
        )
        return Response(AnonymisationOutput(fact).data, status=201)
