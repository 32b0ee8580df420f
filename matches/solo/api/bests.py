"""/solo/bests/ and /solo/standings/: who plays well, and how the caller plays."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from engine.solo import SCORINGS
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import ACCOUNT, OPEN, READ
from matches.base.api.pagination import Orders
from matches.base.api.parsing import read_request_body
from matches.base.api.queries import read_query
from matches.bots.rules import BOT_CODES
from matches.solo.models import SoloStanding
from matches.solo.rules import FEWEST_IN_LIST, LENGTHS, MOST_RECENT
from matches.solo.selectors import bests, is_listed, standings_of
from matches.solo.services import solo_listing_set


class SoloKindQuery(serializers.Serializer[Any]):
    """Games of one kind."""

    variant = serializers.ChoiceField(choices=list(engine.VARIANTS), default="backgammon")
    scoring = serializers.ChoiceField(choices=SCORINGS, default="pips")
    length = serializers.ChoiceField(choices=(0, *LENGTHS), default=0, help_text="Of a match; else 0.")
    bot = serializers.ChoiceField(choices=BOT_CODES, default=BOT_CODES[0])


class SoloBestOutput(serializers.Serializer[SoloStanding]):
    """A player of solo games who wants to be listed."""

    login = serializers.CharField(source="login.shown_name")
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Won in a row up to now.")
    longest_streak = serializers.IntegerField()
    mean = serializers.FloatField(
        allow_null=True,
        help_text=f"Of the last {MOST_RECENT} games: points by pips or for money, of matches the part that "
        f"was won. Null of fewer than {FEWEST_IN_LIST}.",
    )


class SoloStandingOutput(SoloBestOutput):
    login = None  # type: ignore[assignment]
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS))
    scoring = serializers.ChoiceField(choices=SCORINGS)
    length = serializers.IntegerField()
    bot = serializers.ChoiceField(choices=BOT_CODES)


class SoloStandingsOutput(serializers.Serializer[Any]):
    """How the caller plays."""

    listed = serializers.BooleanField(help_text="Whether the caller stands in the lists of bests.")
    standings = SoloStandingOutput(many=True)


class SoloListingInput(serializers.Serializer[Any]):
    listed = serializers.BooleanField()


class SoloBestList(generics.ListAPIView[SoloStanding]):
    """The best at games of a kind."""

    serializer_class = SoloBestOutput
    queryset = SoloStanding.objects.none()
    filter_backends = ()
    query_shape = SoloKindQuery
    orders: Orders = {"": ("-mean", "-played", "pk")}
    scopes = {"GET": OPEN}

    def get_queryset(self) -> Any:
        return bests(**read_query(self))


class SoloStandingsView(APIView):
    """The caller's own."""

    scopes = {"GET": READ, "PATCH": ACCOUNT}

    @extend_schema(responses=SoloStandingsOutput, operation_id="solo_standings_retrieve")
    def get(self, request: Request) -> Response:
        """What the caller has made of games of each kind; every game that was begun counts."""
        login = require_caller(request)
        shown = {"listed": is_listed(login), "standings": standings_of(login, "")}
        return Response(SoloStandingsOutput(shown).data)

    @extend_schema(
        request=SoloListingInput,
        responses=SoloStandingsOutput,
        operation_id="solo_standings_partial_update",
    )
    def patch(self, request: Request) -> Response:
        """Say whether the caller is listed among the best."""
        login = require_caller(request)
        solo_listing_set(login=login, **read_request_body(SoloListingInput, request))
        return self.get(request)
