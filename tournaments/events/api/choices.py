"""/formats/ and /tiebreaks/: what a director may choose, and what every option may be."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.fields import FormatOptionOutput, TextField
from tournaments.formats import FORMATS
from tournaments.tiebreaks import TIEBREAKS


class FormatOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    publishes_rounds = serializers.BooleanField(
        help_text="Whether rounds are paired as play goes on, and published."
    )
    ranks = serializers.BooleanField(help_text="Whether points and tie-breaks decide.")
    options = FormatOptionOutput(many=True, source="options_as_json")


class FormatsView(APIView):
    """Formats: the ways to run a tournament."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=FormatOutput(many=True), operation_id="formats_list")
    def get(self, request: Request) -> Response:
        """Every format with its options; docs/formats.md explains them."""
        return Response(FormatOutput(list(FORMATS.values()), many=True).data)


class TiebreakOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    short = serializers.CharField(help_text="Heads a column.")
    help = TextField(source="description", help_text="The same as `description`.")


class TiebreaksView(APIView):
    """Tie-breaks: the ways to break ties."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=TiebreakOutput(many=True), operation_id="tiebreaks_list")
    def get(self, request: Request) -> Response:
        """Every tie-break; docs/tiebreaks.md explains how each is computed."""
        return Response(TiebreakOutput(list(TIEBREAKS.values()), many=True).data)
