"""/solo/bots/: against whom one may play."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.scopes import OPEN
from matches.base.api.queries import read_query
from matches.base.translation import translate_text
from matches.bots.selectors import bots_for


class SoloBotQuery(serializers.Serializer[Any]):
    variant = serializers.ChoiceField(choices=list(engine.VARIANTS), default="backgammon")


class SoloBotOutput(serializers.Serializer[Any]):
    """A computer player, in the language that is asked for."""

    code = serializers.CharField(help_text="The `bot` of a new game.")
    name = serializers.SerializerMethodField()
    description = serializers.SerializerMethodField()

    def get_name(self, bot: Any) -> str:
        return translate_text(bot.name)

    def get_description(self, bot: Any) -> str:
        return translate_text(bot.description)


class SoloBotsView(APIView):
    """The computer players."""

    query_shape = SoloBotQuery
    scopes = {"GET": OPEN}

    @extend_schema(
        parameters=[SoloBotQuery], responses=SoloBotOutput(many=True), operation_id="solo_bots_list"
    )
    def get(self, request: Request) -> Response:
        """Who plays a variant now, the weakest first. The stronger ones come and go with their process."""
        return Response(SoloBotOutput(bots_for(read_query(self)["variant"]), many=True).data)
