"""/solo/: a game against the computer. Nobody needs a token; whoever sends one has the game as theirs."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from engine.fair_dice import MOST_CONTRIBUTION
from engine.solo import MATCH, SCORINGS
from matches.accounts.api.authentication import request_viewer, require_caller
from matches.accounts.api.scopes import OPEN, READ
from matches.accounts.models import User
from matches.base.api.pagination import Orders
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.bots.rules import BOT_CODES
from matches.solo import services
from matches.solo.models import KeptSoloGame
from matches.solo.rules import LENGTHS
from matches.solo.selectors import games_of, solo_game
from matches.solo.services import Table, table_of, transcript_of

from .fields import ACTS, SoloGameOutput, game_resource, row_resource


class SoloTermsInput(serializers.Serializer[Any]):
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS), default="backgammon")
    scoring = serializers.ChoiceField(choices=SCORINGS, default="pips")
    length = serializers.ChoiceField(
        choices=LENGTHS, required=False, help_text="Of a match, and of nothing else."
    )
    bot = serializers.ChoiceField(choices=BOT_CODES, default=BOT_CODES[0])
    jacoby = serializers.BooleanField(default=False, help_text="For money.")
    beavers = serializers.BooleanField(default=False, help_text="For money.")
    automatic_doubles = serializers.IntegerField(
        default=0, min_value=0, max_value=3, help_text="For money: how many a game may begin with."
    )
    options = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text="Of the variant, where its rules leave a choice: docs/variants.md.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["scoring"] == MATCH) != ("length" in attrs):
            raise serializers.ValidationError({"length": "A match has a length, and nothing else has one."})
        return attrs


class SoloContributionInput(serializers.Serializer[Any]):
    contribution = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        max_length=4 * MOST_CONTRIBUTION,
        help_text="Mixed into every roll; it may be empty.",
    )


class SoloActInput(serializers.Serializer[Any]):
    place = serializers.IntegerField(min_value=0, help_text="The `place` of the game as it was shown.")
    action = serializers.ChoiceField(
        choices=ACTS, help_text="One of `actions`; `wait` has the computer asked again that did not answer."
    )
    start = serializers.IntegerField(required=False, min_value=0, max_value=25, help_text="Of a step.")
    end = serializers.IntegerField(required=False, min_value=0, max_value=25)
    die = serializers.IntegerField(required=False, min_value=1, max_value=6)
    wins = serializers.IntegerField(
        required=False, min_value=1, max_value=3, help_text="Of a resignation: how often the cube."
    )


class SoloSettingsInput(serializers.Serializer[Any]):
    passes_by_itself = serializers.BooleanField(
        required=False, help_text="Whether a roll that cannot be played is passed without an act."
    )
    rolls_by_itself = serializers.BooleanField(
        required=False, help_text="Whether the dice are thrown where one could not double either."
    )


class SoloSummaryOutput(serializers.Serializer[Any]):
    """A game of the caller's, without its board."""

    def get_fields(self) -> dict[str, Any]:
        left_out = ("board", "done", "computer_waits")
        return {name: field for name, field in SoloGameOutput().get_fields().items() if name not in left_out}

    def to_representation(self, instance: KeptSoloGame) -> dict[str, Any]:
        return dict(super().to_representation(row_resource(instance)))


def answer(table: Table, status: int = 200) -> Response:
    return Response(SoloGameOutput(game_resource(table)).data, status=status)


def found(key: str) -> KeptSoloGame:
    try:
        return solo_game(key)
    except KeptSoloGame.DoesNotExist:
        raise NotFound from None


class SoloGameList(generics.ListAPIView[KeptSoloGame]):
    """The caller's games, and new ones."""

    serializer_class = SoloSummaryOutput
    queryset = KeptSoloGame.objects.none()
    filter_backends = ()
    throttle_rate = "solo"
    orders: Orders = {"-id": ("-id",)}
    scopes = {"GET": READ, "POST": OPEN}

    def get_queryset(self) -> Any:
        return games_of(require_caller(self.request), "").order_by()

    @extend_schema(request=SoloTermsInput, responses={201: SoloGameOutput}, operation_id="solo_create")
    def post(self, request: Request) -> Response:
        """A new game, sealed: note the seal, then begin it. A token's login has one of a kind at a time."""
        sent = read_request_body(SoloTermsInput, request)
        viewer = request_viewer(request)
        row = services.solo_prepare(
            login=viewer if isinstance(viewer, User) else None,
            variant=sent["variant"],
            scoring=sent["scoring"],
            length=sent.get("length", 0),
            bot=sent["bot"],
            terms={
                name: sent[name]
                for name in ("jacoby", "beavers", "automatic_doubles", "options")
                if sent.get(name)
            },
        )
        return answer(table_of(row), 201)


class SoloGameView(APIView):
    """A game by its key."""

    throttle_rate = "solo"
    scopes = {"GET": OPEN, "PATCH": OPEN}

    @extend_schema(responses=SoloGameOutput, operation_id="solo_retrieve")
    def get(self, request: Request, key: str) -> Response:
        """The game as it stands."""
        return answer(table_of(found(key)))

    @extend_schema(request=SoloSettingsInput, responses=SoloGameOutput, operation_id="solo_partial_update")
    def patch(self, request: Request, key: str) -> Response:
        """Say what is done without an act; what is left out stays."""
        sent = read_request_body(SoloSettingsInput, request, partial=True)
        row = found(key)
        names = ("passes_by_itself", "rolls_by_itself")
        return answer(
            services.solo_settings_change(
                key=row.key, **{name: sent.get(name, getattr(row, name)) for name in names}
            )
        )


class SoloBeginView(APIView):
    """The first roll."""

    throttle_rate = "solo"
    scopes = {"POST": OPEN}

    @extend_schema(request=SoloContributionInput, responses={200: SoloGameOutput}, operation_id="solo_begin")
    def post(self, request: Request, key: str) -> Response:
        """Mix a contribution in and throw the first dice. The same again changes nothing."""
        sent = read_request_body(SoloContributionInput, request)
        found(key)
        return answer(services.solo_begin(key=key, contribution=sent["contribution"]))


class SoloActsView(APIView):
    """What the player does."""

    throttle_rate = "solo"
    scopes = {"POST": OPEN}

    @extend_schema(request=SoloActInput, responses={200: SoloGameOutput}, operation_id="solo_act")
    def post(self, request: Request, key: str) -> Response:
        """Do one thing; what the computer does then is done too. The last act sent again changes nothing."""
        sent = read_request_body(SoloActInput, request)
        found(key)
        given = [sent[name] for name in ("start", "end", "die", "wins") if name in sent]
        return answer(services.solo_act(key=key, place=sent["place"], action=sent["action"], given=given))


class SoloEndView(APIView):
    """The end of a session for money."""

    throttle_rate = "solo"
    scopes = {"POST": OPEN}

    @extend_schema(request=None, responses={200: SoloGameOutput}, operation_id="solo_end")
    def post(self, request: Request, key: str) -> Response:
        """End a session for money between two games: the seed is shown."""
        refuse_request_body(request)
        found(key)
        return answer(services.solo_end(key=key))


class SoloGiveUpView(APIView):
    """A game left for good."""

    throttle_rate = "solo"
    scopes = {"POST": OPEN}

    @extend_schema(request=None, responses={200: SoloGameOutput}, operation_id="solo_give_up")
    def post(self, request: Request, key: str) -> Response:
        """Leave the game, and the match with it, as lost; one that has not begun leaves no result."""
        refuse_request_body(request)
        found(key)
        return answer(services.solo_give_up(key=key))


class SoloTranscriptView(APIView):
    """The game as a file."""

    throttle_rate = "solo"
    scopes = {"GET": OPEN}

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR}, operation_id="solo_transcript_retrieve")
    def get(self, request: Request, key: str) -> HttpResponse:
        """What was played so far as a .mat file."""
        return HttpResponse(
            transcript_of(found(key)),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="solo.mat"'},
        )
