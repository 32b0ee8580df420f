"""/tournaments/<id>/fixtures/, /bracket/, /standings/: what is played, and where everybody stands."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.words import gettext_lazy as _
from matches.accounts.api.scopes import PUBLIC
from matches.base.api.filters import IntegerFilter, TruthFilter
from matches.base.api.mapped import MappedListView
from matches.base.api.queries import read_query
from matches.facts.api.versions import versioned
from matches.play.api.matches import MatchOutput
from tournaments.events.errors import UnknownPart
from tournaments.events.models import Fixture, Tournament
from tournaments.events.selectors import (
    FIXTURE_COLUMNS,
    BracketSlot,
    TournamentCourse,
    bracket_mappings,
    course_of_columns,
    fixture_mappings,
    standings_mappings,
)
from tournaments.formats import Figure, Share

from .entries import EntryOutput


class FixtureOutput(serializers.Serializer[Fixture]):
    key = serializers.CharField(help_text="The slot's name for good.")
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the match in the tournament, for good; boards of one match share it."
    )
    label = serializers.CharField(  # type: ignore[assignment]  # a serializer's own label is not used
        allow_null=True, help_text="The number with the letter of its part, as pages show it: L13."
    )
    part = serializers.CharField(help_text="The bracket, group or division.")
    round = serializers.IntegerField()
    one = serializers.IntegerField(source="one_id", help_text="Number of an entry.")
    two = serializers.IntegerField(source="two_id")
    board = serializers.IntegerField(help_text="Of a match of teams, from 1; else 0.")
    table = serializers.CharField(allow_null=True, help_text="The table to which it is called now.")
    void = serializers.BooleanField()
    match = MatchOutput()


class SlotOutput(serializers.Serializer[BracketSlot]):
    key = serializers.CharField(source="slot.key")
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the match in the tournament, for good; null where nobody meets."
    )
    label = serializers.CharField(  # type: ignore[assignment]  # a serializer's own label is not used
        allow_null=True, help_text="The number with the letter of its part, as pages show it: L13."
    )
    one = EntryOutput(allow_null=True)
    two = EntryOutput(allow_null=True)
    bye = serializers.BooleanField(source="is_bye")
    walkover = serializers.BooleanField(
        source="is_walkover", help_text="Decided because somebody had withdrawn, without a fixture."
    )
    winner = serializers.IntegerField(
        source="winner.pk", allow_null=True, help_text="Number of the entry that advances."
    )
    match = MatchOutput(allow_null=True)
    boards = FixtureOutput(
        many=True,
        help_text="In a match of teams, the fixtures of its boards, board 1 first; `match` is then null.",
    )


class RoundOutput(serializers.Serializer[Any]):
    part = serializers.CharField(help_text="The bracket, group or division it belongs to.")
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    slots = SlotOutput(many=True)


class ShareOutput(serializers.Serializer[Share]):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="Number of an entry.")
    value = serializers.FloatField()
    counted = serializers.BooleanField(help_text="False for what is cut.")


class FigureOutput(serializers.Serializer[Figure]):
    code = serializers.CharField()
    value = serializers.FloatField()
    shares = ShareOutput(many=True)


class StandingsOutput(serializers.Serializer[Any]):
    first = serializers.IntegerField(
        source="place.first", help_text="Best place still possible; where points decide, the place now."
    )
    last = serializers.IntegerField(source="place.last", help_text="Worst; equal to `first` if not shared.")
    clinched = serializers.BooleanField(source="place.clinched")
    entry = EntryOutput()
    seed = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Matches won on the board.")
    lost = serializers.IntegerField()
    points_won = serializers.IntegerField()
    points_lost = serializers.IntegerField()
    points = serializers.FloatField(source="place.points", allow_null=True, help_text="Where points decide.")
    figures = FigureOutput(
        source="place.figures", many=True, help_text="Tie-breaks in their order, and what each is made of."
    )


class FixtureFilter(filters.FilterSet):
    part = filters.CharFilter(help_text="The bracket, group or division.")
    round = IntegerFilter()
    void = TruthFilter()

    class Meta:
        model = Fixture
        fields = ["part", "round", "void"]


@versioned("tournament", kept=True)
class FixturesView(MappedListView[Fixture]):
    """Fixtures of a tournament, with their matches, the newest first."""

    serializer_class = FixtureOutput
    queryset = Fixture.objects.none()
    columns = FIXTURE_COLUMNS
    filterset_class = FixtureFilter
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> QuerySet[Fixture]:
        return self.tournament.fixtures.all()

    @cached_property
    def tournament(self) -> Tournament:
        """As far as the numbers of its matches need it."""
        needed = ("format", "format_options", "draw__order", "draw__serial")
        return drawn_tournament(self.kwargs["pk"], *needed)

    def mappings(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return fixture_mappings(self.tournament, rows)


class OfCourse(APIView):
    """Base of what is folded of a tournament."""

    def requested_course(self) -> TournamentCourse:
        return course_of_columns(drawn_tournament(self.kwargs["pk"]))


def drawn_tournament(number: int, *columns: str) -> Tournament:
    """A tournament with its draw, whole or with these columns. Raises Http404."""
    drawn = Tournament.objects.filter(removed=False).select_related("draw")
    if columns:
        drawn = drawn.only("draw", *columns)
    return generics.get_object_or_404(drawn, pk=number)


@versioned("tournament", kept=True)
class BracketView(OfCourse):
    """The bracket of a tournament."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=RoundOutput(many=True), operation_id="tournaments_bracket")
    def get(self, request: Request, pk: int) -> Response:
        """Every round of every part, the main part first, every match in order; empty before the draw."""
        return Response(bracket_mappings(self.requested_course()))


class StandingsQuery(serializers.Serializer[Any]):
    part = serializers.CharField(required=False, help_text="A bracket, group or division: its own table.")


@versioned("tournament", kept=True)
class StandingsView(OfCourse):
    """The standings of a tournament."""

    query_shape = StandingsQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=StandingsOutput(many=True), operation_id="tournaments_standings")
    def get(self, request: Request, pk: int) -> Response:
        """Everybody's place in the whole event, or in one part, best first; empty before the draw."""
        course = self.requested_course()
        rows = course.standings
        if part := read_query(self).get("part"):
            tables = {shown.code: shown.table for shown in course.shown_parts}
            if part not in tables:
                raise UnknownPart(
                    "There is no part %(part)s of %(tournament)s, but %(tables)s.",
                    {
                        "part": part[:40],
                        "tournament": course.tournament.name,
                        "tables": [*tables] or _("none yet"),
                    },
                    parts=[*tables],
                )
            rows = tables[part]
        return Response(standings_mappings(rows))
