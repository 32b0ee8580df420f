"""/formats/, /tiebreaks/, /event-presets/: what a director may choose, and what every option may be."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.fields import FormatOptionOutput, TextField
from tournaments.events.rules.presets import PRESETS
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


class TiebreaksView(APIView):
    """Tie-breaks: the ways to break ties."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=TiebreakOutput(many=True), operation_id="tiebreaks_list")
    def get(self, request: Request) -> Response:
        """Every tie-break; docs/tiebreaks.md explains how each is computed."""
        return Response(TiebreakOutput(list(TIEBREAKS.values()), many=True).data)


class EventPresetOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField()
    description = TextField()
    rules = serializers.ListField(
        source="played_as.describe_format", child=TextField(), help_text="How it is played, a sentence each."
    )
    least = serializers.IntegerField(help_text="For how many entries it is meant, at least.")
    most = serializers.IntegerField(help_text="And at most.")
    starts = serializers.CharField(help_text="Time of day at which it usually begins, such as 19:30:00.")
    entries_close_minutes = serializers.IntegerField(
        allow_null=True,
        help_text="How long before that entries close; null where they are open until the draw.",
    )
    announcement = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text="Fields of the request that announces such a tournament, but for its name, club and times.",
    )


class EventPresetsView(APIView):
    """Presets of events: announcements to begin with."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=EventPresetOutput(many=True), operation_id="event_presets_list")
    def get(self, request: Request) -> Response:
        """Every preset; docs/announcing.md says where clubs play them."""
        return Response(EventPresetOutput(list(PRESETS.values()), many=True).data)
