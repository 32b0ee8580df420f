"""/forecasts/: what an event would come to if it were announced so."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT
from matches.base.api.fields import TextField
from matches.base.api.parsing import read_request_body
from tournaments.clubs.api.fields import club_numbered
from tournaments.events.rules.forecast import ENTRIES_MAX
from tournaments.events.selectors import event_forecast
from tournaments.events.services import checked_announcement
from tournaments.venues.rules.tables import TABLES_MAX

from .tournaments import AnnouncedInput


class ForecastInput(AnnouncedInput):
    """An event as it would be announced, and the evening it would be played on."""

    entries = serializers.IntegerField(min_value=2, max_value=ENTRIES_MAX, help_text="How many would play.")
    tables = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=TABLES_MAX,
        help_text="How many tables there are; as many as are asked for if it is not given.",
    )
    club = serializers.IntegerField(
        default=None,
        allow_null=True,
        help_text="Number of the club whose pace is taken, as far as it is known.",
    )
    starts_at = serializers.DateTimeField(default=None, allow_null=True)
    closes_at = serializers.DateTimeField(
        default=None,
        allow_null=True,
        help_text="When the house closes: there are `remedies` for what ends later. Takes `starts_at`.",
    )


class FromToOutput(serializers.Serializer[Any]):
    """A number that results decide."""

    least = serializers.IntegerField()
    most = serializers.IntegerField(help_text="The same where results decide nothing.")


class ForecastFigures(serializers.Serializer[Any]):
    matches = FromToOutput(help_text="Of teams, boards.")
    rounds = FromToOutput(help_text="How many matches follow one another, over all brackets.")
    byes = serializers.IntegerField(help_text="How many do not play in the first of them.")
    matches_each = FromToOutput(help_text="How many matches an entry plays.")
    rematches = serializers.FloatField(help_text="How many matches to expect of two who have met before.")
    tables = serializers.IntegerField(help_text="How many are in use at once at most.")
    minutes = serializers.IntegerField(help_text="From the start to the end; as likely less as more.")
    late_minutes = serializers.IntegerField(help_text="The same; one time in ten it takes longer.")
    last_match_minutes = serializers.IntegerField(help_text="From the start to that of the last match.")
    play_outs = serializers.IntegerField(help_text="How often it was played out for this.")


class LengthPaceOutput(serializers.Serializer[Any]):
    length = serializers.IntegerField()
    minutes = serializers.FloatField()
    matches = serializers.IntegerField(
        allow_null=True,
        help_text="Of how many of the club's it is the middle; null where too few are known.",
    )


class RemedyOutput(serializers.Serializer[Any]):
    changes = serializers.DictField(
        source="remedy.changes",
        child=serializers.JSONField(),
        help_text="What to send otherwise: `lengths` and `rounds`, `format_options`, or `tables`.",
    )
    description = serializers.ListField(
        source="remedy.description", child=TextField(), help_text="The same in words."
    )
    forecast = ForecastFigures()
    ends_at = serializers.DateTimeField()


class ForecastOutput(serializers.Serializer[Any]):
    entries = serializers.IntegerField()
    forecast = ForecastFigures()
    pace = LengthPaceOutput(many=True, help_text="How long matches take, by length.")
    ends_at = serializers.DateTimeField(allow_null=True)
    late_at = serializers.DateTimeField(allow_null=True)
    remedies = RemedyOutput(
        many=True, help_text="Of each kind of change the nearest after which it ends before the house closes."
    )


class ForecastsView(APIView):
    """What events would come to."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ForecastInput, responses=ForecastOutput)
    def post(self, request: Request) -> Response:
        """Play an event out in memory; nothing is announced."""
        require_caller(request)
        sent = read_request_body(ForecastInput, request)
        asked = {name: sent.pop(name) for name in ("entries", "tables", "starts_at", "closes_at")}
        number = sent.pop("club")
        club = None if number is None else club_numbered(number)
        found = event_forecast(checked_announcement(**sent), club=club, **asked)
        return Response(ForecastOutput(found).data)
