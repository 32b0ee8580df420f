"""/clubs/<id>/players/ and /players/<id>/registrar/: players that a club records and answers for."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.pagination import BY_NAME, NEWEST, rows_with_names
from matches.base.api.parsing import read_request_body
from matches.players.api.fields import PlayerRef
from matches.players.api.players import PlayerFilter, PlayerInput, PlayerOutput, players_numbered
from matches.players.models import Player
from matches.players.selectors import player_list
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import players_recorded

from .fields import club_numbered


class ClubPlayerInput(PlayerInput):
    """A player without a login: who has one enters the own profile, or claims this one."""

    login = None  # type: ignore[assignment]


class RegistrarInput(serializers.Serializer[Any]):
    club = serializers.IntegerField(allow_null=True, help_text="null leaves the player to staff.")


class ClubPlayersView(generics.ListAPIView[Player]):
    """The players whose registrar the club is: it recorded them, and answers for who has no login."""

    serializer_class = PlayerOutput
    filterset_class = PlayerFilter
    queryset = Player.objects.none()
    orders = NEWEST | BY_NAME
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Player]:
        club = generics.get_object_or_404(Club, pk=self.kwargs["pk"])
        return rows_with_names(players_recorded(club))

    @extend_schema(request=ClubPlayerInput, responses={201: PlayerOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Enter a person, a pair or a team in the name of the club."""
        club = generics.get_object_or_404(Club, pk=pk)
        sent = read_request_body(ClubPlayerInput, request)
        members = players_numbered(sent.pop("members"))
        player = services.club_player_record(
            actor=require_caller(request), club=club, members=members, **sent
        )
        return Response(self.get_serializer(player_list().get(pk=player.pk)).data, status=201)


class PlayerRegistrarView(generics.GenericAPIView[Player]):
    """Which club answers for a player."""

    queryset = Player.objects.all()
    serializer_class = PlayerRef
    scopes = {"POST": DIRECT}

    @extend_schema(request=RegistrarInput, responses={201: PlayerRef})
    def post(self, request: Request, pk: int) -> Response:
        """Leave a player to another club, or to staff alone. For staff."""
        sent = read_request_body(RegistrarInput, request)
        player = self.get_object()
        services.registrar_change(
            actor=require_caller(request),
            player=player,
            club=None if sent["club"] is None else club_numbered(sent["club"]),
        )
        return Response(PlayerRef(player).data, status=201)
