"""/matches/: who meets whom, and how it ended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, ENTER, PUBLIC, READ
from matches.base.api.filters import IntegerFilter
from matches.base.api.mapped import MappedListView
from matches.base.api.parsing import read_request_body
from matches.base.api.sections import Fields, with_section_fields
from matches.facts.api.versions import versioned
from matches.hooks import match_filters
from matches.play import services
from matches.play.models import Match, Result
from matches.play.rules.clocks import Clock
from matches.play.rules.results import KINDS
from matches.play.selectors import (
    live_game_log,
    match_clock,
    match_detail_mapping,
    match_mappings,
    match_start,
)
from matches.players.api.fields import PlayerRef, player_numbered
from matches.players.models import Player

from .fields import LengthField, OptionsField, SideField
from .regulations import RegulationsField, RegulationsInForceField


class MatchInput(serializers.Serializer[Any]):
    one = serializers.IntegerField(help_text="Number of a player.")
    two = serializers.IntegerField(help_text="Number of another player.")
    length = LengthField()
    variant = serializers.ChoiceField(choices=list(engine.PLAYED), default="backgammon")
    options = OptionsField(default=dict)
    regulations = RegulationsField(default=dict)
    rated = serializers.BooleanField(default=False)


class ScoreOutput(serializers.Serializer[Any]):
    one = serializers.IntegerField()
    two = serializers.IntegerField()


def fields_by_match_side(values: tuple[Any, Any]) -> dict[str, Any]:
    return {"one": values[0], "two": values[1]}


class GameOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    winner = SideField(allow_null=True, help_text="Nobody in a draw.")
    points = serializers.IntegerField()
    ending = serializers.CharField()
    cube = serializers.IntegerField()
    crawford = serializers.BooleanField(help_text="Whether it was the Crawford game.")
    score = serializers.SerializerMethodField()

    @extend_schema_field(ScoreOutput)
    def get_score(self, game: dict[str, Any]) -> dict[str, int]:
        """The score after the game, as it is shown."""
        return fields_by_match_side(game["score"])


class ResultOutput(serializers.Serializer[Result]):
    kind = serializers.ChoiceField(choices=KINDS)
    grounds = serializers.ChoiceField(choices=Result.Basis.choices)
    winner = SideField(allow_null=True)
    score = serializers.SerializerMethodField()
    points = serializers.SerializerMethodField()
    games = GameOutput(source="scored_games", many=True)
    rated = serializers.BooleanField(help_text="Whether it moves the ratings, if the match is rated.")
    report = serializers.IntegerField(source="report_id", allow_null=True)
    ruling = serializers.IntegerField(source="ruling_id", allow_null=True)
    finalised_at = serializers.DateTimeField()

    @extend_schema_field(ScoreOutput)
    def get_score(self, result: Result) -> dict[str, int]:
        """The score as it is shown: nobody has more than the length."""
        return fields_by_match_side(result.score)

    @extend_schema_field(ScoreOutput)
    def get_points(self, result: Result) -> dict[str, int]:
        """Points as they were won, past the length too."""
        return fields_by_match_side(result.points)


class LiveOutput(serializers.Serializer[Any]):
    games = serializers.IntegerField(help_text="How many games were live-scored.")
    score = ScoreOutput()
    crawford = serializers.BooleanField(help_text="Whether the next game is the Crawford game.")


class MatchOutput(serializers.Serializer[Match]):
    address = "api-matches:match"

    id = serializers.IntegerField()
    one = PlayerRef()
    two = PlayerRef()
    length = serializers.IntegerField()
    variant = serializers.CharField()
    options = OptionsField()
    regulations = RegulationsField()
    rated = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    confirms_at = serializers.DateTimeField(
        allow_null=True, help_text="When what is reported counts, if nobody objects."
    )
    live = serializers.SerializerMethodField()
    starts_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    result = ResultOutput(source="final_result", allow_null=True)
    created_at = serializers.DateTimeField()

    @extend_schema_field(LiveOutput(allow_null=True))
    def get_live(self, match: Match) -> dict[str, Any] | None:
        """The score so far of a match that is not decided; null if no game is live-scored, or it is."""
        log = live_game_log(match)
        if log is None:
            return None
        return {
            "games": len(log.facts),
            "score": fields_by_match_side(log.running_score.capped_points),
            "crawford": log.is_crawford,
        }


class ClockOutput(serializers.Serializer[Clock]):
    reserve = serializers.IntegerField(help_text="Seconds of each side.")
    delay = serializers.IntegerField(help_text="Seconds at the start of every turn that take no reserve.")
    use = serializers.ChoiceField(
        choices=["allowed", "required"], help_text="Allowed: if a player asks for it."
    )
    expiry = serializers.ChoiceField(
        choices=["director", "lose_match", "penalty"], help_text="What becomes of a side without time."
    )
    expiry_points = serializers.IntegerField(help_text="The points it costs, if it is a penalty.")
    expiry_seconds = serializers.IntegerField(help_text="The time that is then added.")
    words = serializers.CharField(source="setting_in_words")


class MatchDetailOutput(MatchOutput):
    regulations_in_force = RegulationsInForceField(source="regulations", read_only=True)
    start = serializers.SerializerMethodField()
    clock = serializers.SerializerMethodField()

    def get_fields(self) -> Fields:
        return with_section_fields(super().get_fields(), Match)

    @extend_schema_field(ScoreOutput)
    def get_start(self, match: Match) -> dict[str, int]:
        """The score before the first game: the penalty points."""
        return fields_by_match_side(match_start(match))

    @extend_schema_field(ClockOutput(allow_null=True))
    def get_clock(self, match: Match) -> Any:
        """What to set a clock to before the next game, or the first of a match that is decided."""
        setting = match_clock(match)
        return None if setting is None else ClockOutput(setting).data


@extend_schema_field(OpenApiTypes.INT)
class ConditionFilter(IntegerFilter):
    """Narrows matches down by a condition that a room declares."""

    def __init__(self, condition: Callable[[int], Q]) -> None:
        super().__init__()
        self.condition = condition

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if value is None else qs.filter(self.condition(value))


class MatchFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=Match.State.choices)
    player = IntegerFilter(method="of_player", help_text="Matches of this player, on either side.")

    class Meta:
        model = Match
        fields = ["state"]

    def of_player(self, queryset: Any, name: str, value: int) -> Any:
        records = Player.objects.records_of(value).values("pk")
        return queryset.filter(one__in=records) | queryset.filter(two__in=records)


@cache
def match_filter_set() -> type[MatchFilter]:
    """The filter with those that rooms declare for lists of matches."""
    declared = {name: known for name, known in match_filters().items() if known.in_lists}
    return type(
        "DeclaredMatchFilter",
        (MatchFilter,),
        {name: ConditionFilter(known.condition) for name, known in declared.items()},
    )


class MatchListView(MappedListView[Match]):
    """Base of lists of matches."""

    serializer_class = MatchOutput

    @property
    def filterset_class(self) -> type[MatchFilter]:
        return match_filter_set()

    def mappings(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        found = match_mappings([row["id"] for row in rows])
        return (found[row["id"]] for row in rows)


class MatchesView(MatchListView):
    """Matches, the newest first."""

    queryset = Match.objects.all()
    scopes = {"GET": PUBLIC, "POST": ENTER | DIRECT}

    @extend_schema(request=MatchInput, responses={201: MatchOutput})
    def post(self, request: Request) -> Response:
        """Set up a match outside any tournament."""
        sent = read_request_body(MatchInput, request)
        match = services.match_create(
            actor=require_caller(request),
            one=player_numbered(sent["one"]),
            two=player_numbered(sent["two"]),
            length=sent["length"],
            variant=sent["variant"],
            options=sent["options"],
            regulations=sent["regulations"],
            rated=sent["rated"],
        )
        return Response(MatchOutput(match).data, status=201)


class MyMatchesView(MatchListView):
    """Matches of the caller's player, the newest first; none of a login without a player."""

    queryset = Match.objects.none()
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Match]:
        player = getattr(require_caller(self.request), "player", None)
        known = () if player is None else Player.objects.records_of(player.pk).values("pk")
        return Match.objects.filter(Q(one__in=known) | Q(two__in=known))


@versioned("match", naming=["rating_pool"])
class MatchView(generics.RetrieveAPIView[Match]):
    """A match: its players, its result with the games, and what it did to the ratings."""

    serializer_class = MatchDetailOutput
    queryset = Match.objects.all()
    scopes = {"GET": PUBLIC}

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        found = match_detail_mapping(self.kwargs["pk"])
        if found is None:
            raise Http404
        return Response(found)
