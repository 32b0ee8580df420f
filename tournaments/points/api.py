"""/tournaments/<id>/master-points/ and the lists of a club and of a player."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import DIRECT, PUBLIC
from matches.base.api.parsing import read_request_body
from matches.base.api.queries import read_query
from matches.players.api.fields import PlayerRef
from matches.players.models import Player
from tournaments.clubs.models import Club
from tournaments.events.api.tournaments import OfTournament
from tournaments.events.models import Tournament
from tournaments.points import services

from .models import EventWeight
from .rules import LEVELS, DivisionLevel
from .selectors import (
    club_master_points,
    master_points_weight,
    player_master_points,
    tournament_master_points,
)


class EventWeightInput(serializers.Serializer[Any]):
    weight = serializers.FloatField(help_text="Of the event: 1 is the main event of an ABT tournament.")
    level = serializers.ChoiceField(
        choices=[level.value for level in DivisionLevel],
        help_text="The division, whose weight is "
        + ", ".join(f"{weight:g} ({level})" for level, weight in LEVELS.items())
        + ".",
    )
    reason = serializers.CharField(
        max_length=200, required=False, default="", help_text="Why, once the tournament is over."
    )


class EventWeightOutput(serializers.Serializer[EventWeight]):
    weight = serializers.FloatField()
    level = serializers.CharField()
    reason = serializers.CharField()


class MatchPointsOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    length = serializers.IntegerField()
    opponent = PlayerRef()
    points = serializers.FloatField()


class PlacePointsOutput(serializers.Serializer[Any]):
    first = serializers.IntegerField(help_text="Places that are shared: from `first` to `last`.")
    last = serializers.IntegerField()
    players = serializers.IntegerField(help_text="How many were in the event.")
    factor = serializers.FloatField(help_text="The rank factor; of shared places the mean of theirs.")
    points = serializers.FloatField()


class TournamentRef(serializers.Serializer[Tournament]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class EarnedOutput(serializers.Serializer[Any]):
    """What a player earned at a tournament, and by what."""

    tournament = TournamentRef(source="event.tournament")
    weight = serializers.FloatField(source="event.weights.event")
    level = serializers.CharField(source="event.weights.level")
    player = PlayerRef(source="entry.player")
    points = serializers.FloatField(source="event.earned.points")
    by_matches = serializers.FloatField(source="event.earned.by_matches")
    by_place = serializers.FloatField(source="event.earned.by_place")
    matches = serializers.SerializerMethodField()
    place = PlacePointsOutput(source="event.earned.place", allow_null=True)

    @extend_schema_field(MatchPointsOutput(many=True))
    def get_matches(self, row: Any) -> list[dict[str, Any]]:
        return [
            {
                "match": each.win.match,
                "length": each.win.length,
                "opponent": PlayerRef(loser.player).data,
                "points": each.points,
            }
            for each, loser in row.matches_won
        ]


class TournamentPointsOutput(serializers.Serializer[Any]):
    weight = EventWeightOutput(allow_null=True, help_text="Null where the tournament gives no points.")
    earned = EarnedOutput(many=True, allow_null=True, help_text="Null until the tournament is over.")


class YearEventOutput(serializers.Serializer[Any]):
    tournament = TournamentRef()
    points = serializers.FloatField(source="earned.points")


class YearPointsOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Shared by equals.")
    player = PlayerRef()
    points = serializers.FloatField()
    by_matches = serializers.FloatField()
    by_place = serializers.FloatField()
    events = YearEventOutput(many=True)


class YearQuery(serializers.Serializer[Any]):
    year = serializers.IntegerField(
        min_value=1900, max_value=9998, required=False, help_text="This year if it is not given."
    )


class ClubPointsOutput(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    players = YearPointsOutput(many=True)


class PlayerPointsOutput(serializers.Serializer[Any]):
    points = serializers.FloatField()
    events = EarnedOutput(many=True)


class MasterPointsView(OfTournament):
    """The master points of a tournament."""

    scopes = {"GET": PUBLIC, "POST": DIRECT}

    @extend_schema(responses=TournamentPointsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """What a tournament weighs, and once it is over who earned how many master points by what."""
        tournament = self.requested_tournament()
        shown = {"weight": master_points_weight(tournament), "earned": tournament_master_points(tournament)}
        return Response(TournamentPointsOutput(shown).data)

    @extend_schema(request=EventWeightInput, responses={201: EventWeightOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Have a tournament give master points, with its weight, in place of what was set before."""
        sent = read_request_body(EventWeightInput, request)
        weight = services.master_points_set(
            actor=require_caller(request),
            tournament_id=self.requested_tournament().pk,
            weight=sent["weight"],
            level=DivisionLevel(sent["level"]),
            reason=sent["reason"],
        )
        return Response(EventWeightOutput(weight).data, status=201)


class ClubPointsView(APIView):
    """Master points at a club."""

    query_shape = YearQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=ClubPointsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """What was earned in the tournaments of a club that ended in a year, the most first."""
        club = generics.get_object_or_404(Club, pk=pk)
        year = read_query(self).get("year", timezone.now().year)
        return Response(ClubPointsOutput({"year": year, "players": club_master_points(club, year)}).data)


class PlayerPointsView(APIView):
    """Master points of a player."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=PlayerPointsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """What a player earned, tournament by tournament, the latest first, with every match and place."""
        player = generics.get_object_or_404(Player, pk=pk)
        events = player_master_points(player)
        shown = {"points": sum(each.event.earned.points for each in events), "events": events}
        return Response(PlayerPointsOutput(shown).data)
