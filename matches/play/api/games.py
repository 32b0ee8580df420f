"""/matches/<id>/games/: the live score, game by game while the match is played."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC, REPORT
from matches.base.api.parsing import read_request_body
from matches.play import services
from matches.play.models import GAMES_MAX
from matches.play.selectors import GameLog, match_games

from .matches import GameOutput, ScoreOutput, fields_by_match_side
from .reports import GameInput


class LiveGameInput(GameInput):
    number = serializers.IntegerField(min_value=1, max_value=GAMES_MAX, help_text="1, 2, 3 and so on.")


class TakeBackInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(
        min_value=1, max_value=GAMES_MAX, help_text="Of the last game reported; no other is taken back."
    )


class MayDoubleOutput(serializers.Serializer[Any]):
    one = serializers.BooleanField()
    two = serializers.BooleanField()


class GameLogOutput(serializers.Serializer[GameLog]):
    games = GameOutput(source="game_rows", many=True)
    score = serializers.SerializerMethodField()
    needs = serializers.SerializerMethodField()
    next = serializers.SerializerMethodField()
    crawford = serializers.BooleanField(
        source="is_crawford", help_text="Whether the next game is the Crawford game."
    )
    may_double = serializers.SerializerMethodField()

    @extend_schema_field(ScoreOutput)
    def get_score(self, log: GameLog) -> dict[str, int]:
        """The running score, penalty points included, as it is shown."""
        return fields_by_match_side(log.running_score.capped_points)

    @extend_schema_field(ScoreOutput)
    def get_needs(self, log: GameLog) -> dict[str, int]:
        """How many points each side still needs."""
        return fields_by_match_side(log.points_needed)

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_next(self, log: GameLog) -> int | None:
        """The number of the next game; null if the match is over by its games."""
        return None if log.is_over else log.next_game

    @extend_schema_field(MayDoubleOutput)
    def get_may_double(self, log: GameLog) -> dict[str, bool]:
        """Whether each side may be the first to double in the next game."""
        return fields_by_match_side(log.may_double)


def game_log_of_match(pk: int, status: int = 200) -> Response:
    return Response(GameLogOutput(match_games(pk)).data, status=status)


class GamesView(APIView):
    """The games of a match as they are live-scored."""

    scopes = {"GET": PUBLIC, "POST": REPORT | DIRECT}

    @extend_schema(responses=GameLogOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The games live-scored so far, the running score, and what holds for the next game."""
        return game_log_of_match(pk)

    @extend_schema(request=LiveGameInput, responses={201: GameLogOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Record a game. The same game sent again changes nothing. The last one makes a report of all."""
        sent = read_request_body(LiveGameInput, request)
        services.game_record(match_id=pk, actor=require_caller(request), **sent)
        return game_log_of_match(pk, 201)


class TakeBackView(APIView):
    """Taking the last game back."""

    scopes = {"POST": REPORT | DIRECT}

    @extend_schema(request=TakeBackInput, responses={201: GameLogOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Take the last game back. Sent again, it changes nothing."""
        sent = read_request_body(TakeBackInput, request)
        services.game_take_back(match_id=pk, actor=require_caller(request), **sent)
        return game_log_of_match(pk, 201)
