"""/leagues/: announced, then opened season by season."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.accounts.models import User
from matches.base.api.fields import NameField
from matches.base.api.filters import IntegerFilter
from matches.base.api.parsing import read_request_body, refuse_request_body
from matches.edits.api import PictureView, PresentedPatch, WhyInput, read_why
from matches.facts.api.facts import FactsView
from matches.facts.api.versions import versioned
from matches.players.api.fields import PlayerRef
from matches.search.api import SearchFilter
from tournaments.clubs.api.fields import PlacedInput, club_numbered
from tournaments.events.api.entries import EntryOutput
from tournaments.events.api.tournaments import AnnouncedInput, AnnouncedOutput
from tournaments.events.models import Tournament
from tournaments.leagues import services

from .models import Division, League, LeagueEdit, Season
from .rules import DIVISIONS_MAX, PLAYERS_MAX, Claims, Move
from .selectors import Following, league_list, league_parts_version, season_list, season_shown

MOVEMENT_MAX = 16

Moves = [move.value for move in Move]


class PlayersField(serializers.ListField):
    """Numbers of players."""

    child = serializers.IntegerField()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=PLAYERS_MAX, **kwargs)


class LeagueTerms(PlacedInput, AnnouncedInput):
    name = NameField(max_length=60)
    up = serializers.IntegerField(
        min_value=0, max_value=MOVEMENT_MAX, default=2, help_text="How many of a division go up."
    )
    down = serializers.IntegerField(
        min_value=0, max_value=MOVEMENT_MAX, default=2, help_text="How many of a division go down."
    )


class LeagueInput(LeagueTerms):
    club = serializers.IntegerField(help_text="Number of the club that holds it.")


class LeaguePatch(LeagueTerms, PresentedPatch):
    closed = serializers.BooleanField(help_text="Whether no further season opens.")


class LeagueOutput(AnnouncedOutput):
    address = "api-tournaments:league"

    up = serializers.IntegerField()
    down = serializers.IntegerField()
    closed = serializers.BooleanField(help_text="Whether no further season opens.")


class LeagueFilter(filters.FilterSet):
    club = IntegerFilter()
    search = SearchFilter()

    class Meta:
        model = League
        fields = ["club"]


class ClaimsInput(serializers.Serializer[Any]):
    """Who plays. Of the first season `divisions`, or `players` and `sizes`; of a later one the rest."""

    divisions = serializers.ListField(
        child=PlayersField(),
        max_length=DIVISIONS_MAX,
        default=list,
        help_text="First season: numbers of players by division, the top one first, the best first.",
    )
    players = PlayersField(default=list, help_text="First season: all of them, the best first.")
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=PLAYERS_MAX),
        max_length=DIVISIONS_MAX,
        default=list,
        help_text="Players in each division, the top one first; of a later season as before, unless named.",
    )
    withdrawn = PlayersField(default=list, help_text="Later seasons: who leaves the league.")
    newcomers = PlayersField(default=list, help_text="Later seasons: who joins it, at the bottom.")
    order = PlayersField(
        default=list, help_text="Later seasons: who shares places of the last one, the better first."
    )


def season_claims(sent: Mapping[str, Any]) -> Claims:
    """What a body of ClaimsInput claims."""
    return Claims(
        divisions=tuple(map(tuple, sent["divisions"])),
        players=tuple(sent["players"]),
        sizes=tuple(sent["sizes"]),
        withdrawn=tuple(sent["withdrawn"]),
        newcomers=tuple(sent["newcomers"]),
        order=tuple(sent["order"]),
    )


class SeasonInput(ClaimsInput):
    name = NameField(max_length=40, default="", allow_blank=True)
    draw = serializers.BooleanField(
        default=True, help_text="Whether the divisions are drawn at once; else they are left open."
    )
    seed = serializers.RegexField(
        r"^[\x21-\x7e]*$", max_length=64, allow_blank=True, default="", help_text="Of the lots, if drawn."
    )
    preview = serializers.CharField(
        max_length=64,
        allow_blank=True,
        default="",
        help_text="Token of a preview: refused if the season would be another by now.",
    )


class DivisionTournament(serializers.Serializer[Tournament]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)


class DivisionOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="1 is the top.")
    tournament = DivisionTournament()


class SeasonOutput(serializers.Serializer[Season]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    opened_at = serializers.DateTimeField(source="recorded_at")
    divisions = serializers.SerializerMethodField()

    @extend_schema_field(DivisionOutput(many=True))
    def get_divisions(self, season: Season) -> Any:
        return DivisionOutput(season.divisions.all(), many=True).data


class SeasonRowOutput(serializers.Serializer[Any]):
    first = serializers.IntegerField(source="place.first", default=None, allow_null=True)
    last = serializers.IntegerField(source="place.last", default=None, allow_null=True)
    entry = EntryOutput()
    move = serializers.ChoiceField(
        choices=Moves,
        allow_null=True,
        help_text="Up or down in the next season; while that has not opened, by the places as they are.",
    )


class DivisionTableOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="division.number")
    tournament = DivisionTournament(source="division.tournament")
    over = serializers.BooleanField(help_text="Whether every place is clinched.")
    rows = SeasonRowOutput(many=True)


class OtherwiseOutput(serializers.Serializer[Any]):
    player = PlayerRef()
    plays = serializers.IntegerField(allow_null=True, help_text="Division of the next season; null if none.")
    would = serializers.IntegerField(allow_null=True, help_text="The one that the places now would give.")


class SeasonShownOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="season.number")
    name = serializers.CharField(source="season.name")
    opened_at = serializers.DateTimeField(source="season.recorded_at")
    divisions = DivisionTableOutput(source="tables", many=True)
    withdrawn = PlayerRef(many=True, help_text="Who left before it.")
    newcomers = PlayerRef(many=True)
    next = serializers.IntegerField(
        source="next.number",
        default=None,
        allow_null=True,
        help_text="The season after it, once opened.",
    )
    otherwise = OtherwiseOutput(
        many=True,
        help_text="Who plays elsewhere in the next season than the places, corrected since, would have it. "
        "The next season stands as it opened.",
    )
    reopened = serializers.SerializerMethodField(
        help_text="Divisions that run again since a correction, though the next season has opened."
    )

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_reopened(self, shown: Any) -> list[int]:
        return [division.number for division in shown.reopened]


class MovedOutput(serializers.Serializer[Any]):
    player = PlayerRef()
    division = serializers.IntegerField(help_text="Where the player plays next.")


class FollowingOutput(serializers.Serializer[Following]):
    number = serializers.IntegerField()
    divisions = serializers.ListField(child=PlayerRef(many=True), help_text="The top one first.")
    up = MovedOutput(source="rising_players", many=True)
    down = MovedOutput(source="falling_players", many=True)
    withdrawn = PlayerRef(many=True)
    left = PlayerRef(
        many=True, help_text="Who opened the last season and has no place in it: named as newcomers or gone."
    )
    token = serializers.CharField(
        source="confirmation_token", help_text="Identifies all of it; send it along as `preview`."
    )


class LeaguesView(generics.ListAPIView[League]):
    """Leagues, the newest first."""

    serializer_class = LeagueOutput
    filterset_class = LeagueFilter
    queryset = league_list()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(request=LeagueInput, responses={201: LeagueOutput})
    def post(self, request: Request) -> Response:
        """Announce a league, and what its divisions play; its first season is opened next."""
        sent = read_request_body(LeagueInput, request)
        league = services.league_create(
            actor=require_caller(request), **{**sent, "club": club_numbered(sent["club"])}
        )
        return Response(LeagueOutput(league).data, status=201)


@versioned("league")
class LeagueView(generics.RetrieveAPIView[League]):
    """A league."""

    serializer_class = LeagueOutput
    queryset = league_list()
    scopes = {"GET": PUBLIC, "PATCH": DIRECT, "DELETE": DIRECT}

    @extend_schema(request=LeaguePatch, responses=LeagueOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change what is announced of it, for seasons to come."""
        sent = read_request_body(LeaguePatch, request, partial=True)
        services.league_edit(actor=require_caller(request), league_id=self.get_object().pk, **sent)
        return Response(LeagueOutput(self.get_object()).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove it, where no season was opened; undoing that puts it back."""
        refuse_request_body(request)
        services.league_remove(actor=require_caller(request), league_id=self.get_object().pk)
        return Response(status=204)


class LeagueEditUndoView(APIView):
    """A change of what is announced of a league."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=WhyInput, responses=LeagueOutput)
    def post(self, request: Request, league: int, pk: int) -> Response:
        """Take it back, if it was not changed again since; a league that was closed is open again."""
        reason = read_why(request)
        edit = generics.get_object_or_404(LeagueEdit, league=league, pk=pk)
        services.league_edit_undo(
            actor=require_caller(request), league_id=league, edit_id=edit.pk, reason=reason
        )
        return Response(LeagueOutput(league_list().get(pk=league)).data)


class LeaguePictureView(PictureView):
    """The picture of a league."""

    queryset = league_list()
    scopes = {"PUT": DIRECT, "DELETE": DIRECT}

    def change(self, actor: User, number: int, **changes: Any) -> None:
        services.league_edit(actor=actor, league_id=number, **changes)


@versioned("league", parts=league_parts_version)
class SeasonsView(generics.ListAPIView[Season]):
    """Seasons of a league, the newest first."""

    serializer_class = SeasonOutput
    queryset = Season.objects.none()
    orders = {"-number": ("-number",)}
    filter_backends = ()
    scopes = {"GET": PUBLIC, "POST": DIRECT}

    def get_queryset(self) -> QuerySet[Season]:
        return season_list(generics.get_object_or_404(league_list(), pk=self.kwargs["pk"]))

    @extend_schema(request=SeasonInput, responses={201: SeasonOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open the next season: a tournament for each division, with its players entered."""
        league = generics.get_object_or_404(league_list(), pk=pk)
        sent = read_request_body(SeasonInput, request)
        season = services.season_open(
            actor=require_caller(request),
            league_id=league.pk,
            claims=season_claims(sent),
            **{name: sent[name] for name in ("name", "draw", "seed", "preview")},
        )
        return Response(SeasonOutput(season_list(league).get(pk=season.pk)).data, status=201)


class SeasonPreviewView(APIView):
    """What the next season of a league would be."""

    scopes = {"POST": DIRECT}

    @extend_schema(request=ClaimsInput, responses=FollowingOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Who goes up, who comes down, and who would play where; nothing is opened."""
        league = generics.get_object_or_404(league_list(), pk=pk)
        asked = season_claims(read_request_body(ClaimsInput, request))
        following = services.season_preview(actor=require_caller(request), league_id=league.pk, claims=asked)
        return Response(FollowingOutput(following).data)


@versioned("league", parts=league_parts_version)
class SeasonView(APIView):
    """A season of a league."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=SeasonShownOutput, operation_id="leagues_seasons_retrieve")
    def get(self, request: Request, pk: int, number: int) -> Response:
        """Its divisions with their tables, who moves, and what a correction since would have otherwise."""
        league = generics.get_object_or_404(league_list(), pk=pk)
        season = generics.get_object_or_404(season_list(league), number=number)
        return Response(SeasonShownOutput(season_shown(season)).data)


class LeagueFactsView(FactsView):
    """Every season and division of a league, in the order in which they were opened."""

    subject = League
    scopes = {"GET": PUBLIC}


class DivisionRef(serializers.Serializer[Division]):
    """Of a tournament that is a division of a league: which."""

    league = serializers.IntegerField(source="season.league_id")
    season = serializers.IntegerField(source="season.number")
    number = serializers.IntegerField(help_text="1 is the top.")
