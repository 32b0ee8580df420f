"""/players/<id>/statistics/ and /players/<id>/against/<other>/: what matches amount to."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine
from matches.accounts.api.scopes import PUBLIC
from matches.base.api.queries import read_query
from matches.hooks import MatchEvent, match_filters
from matches.players.api.fields import PlayerRef
from matches.players.models import Player

from .rules import STRENGTHS, Cubes, ExpectedWins, Gammons, Streak, Streaks, WinLossRecord
from .selectors import HeadToHead, Narrowing, PlayerStatistics, head_to_head, player_statistics

MOST_OPPONENTS = 100


class NarrowingQuery(serializers.Serializer[Any]):
    """Which matches count; without any of these all do."""

    variant = serializers.ChoiceField(choices=list(engine.PLAYED), required=False)
    length = serializers.IntegerField(required=False, min_value=1, max_value=99)
    rated = serializers.BooleanField(required=False, default=False, help_text="Rated matches only.")

    def get_fields(self) -> dict[str, Any]:
        events = {
            name: serializers.IntegerField(required=False, help_text=known.help_text)
            for name, known in match_filters().items()
        }
        period = {
            "from": serializers.DateField(
                required=False, help_text="Decided on this day or later, in UTC: 2026-03-07."
            ),
            "to": serializers.DateField(required=False, help_text="Decided on this day or earlier."),
        }
        return {**super().get_fields(), **events, **period}


def statistics_narrowing(sent: Mapping[str, Any]) -> Narrowing:
    return Narrowing(
        variant=sent.get("variant"),
        length=sent.get("length"),
        since=sent.get("from"),
        until=sent.get("to"),
        rated=sent["rated"],
        events={name: sent[name] for name in match_filters() if name in sent},
    )


class RecordOutput(serializers.Serializer[WinLossRecord]):
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    points_won = serializers.IntegerField(help_text="As shown: nobody has more than the length.")
    points_lost = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True, help_text="Won of the matches; null of none.")


class LengthOutput(RecordOutput):
    length = serializers.IntegerField()


class StrengthOutput(RecordOutput):
    strength = serializers.ChoiceField(
        choices=STRENGTHS,
        help_text="Of the opponent by the ratings before the match: even up to 50 points apart, much beyond "
        "200; unknown where the match is not rated.",
    )


class BracketOutput(RecordOutput):
    bracket = serializers.CharField(help_text="Kind of bracket; empty outside tournaments.")


class OpponentOutput(RecordOutput):
    player = PlayerRef()


class StreakOutput(serializers.Serializer[Streak]):
    won = serializers.BooleanField()
    matches = serializers.IntegerField()
    first = serializers.IntegerField(source="first.match", help_text="The match that began it.")
    last = serializers.IntegerField(source="last.match")
    began_at = serializers.DateTimeField(source="first.ended_at")
    ended_at = serializers.DateTimeField(source="last.ended_at")


class StreaksOutput(serializers.Serializer[Streaks]):
    current = StreakOutput(allow_null=True)
    winning = StreakOutput(allow_null=True, help_text="The longest.")
    losing = StreakOutput(allow_null=True)


class GammonsOutput(serializers.Serializer[Gammons]):
    games = serializers.IntegerField(
        source="games_known", help_text="Games known one by one: what the rest is taken of."
    )
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    gammons_won = serializers.IntegerField(help_text="Backgammons among them.")
    gammons_lost = serializers.IntegerField()
    backgammons_won = serializers.IntegerField()
    backgammons_lost = serializers.IntegerField()
    rate_won = serializers.FloatField(allow_null=True, help_text="Gammons of the games won.")
    rate_lost = serializers.FloatField(allow_null=True)


class CubesOutput(serializers.Serializer[Cubes]):
    games = serializers.IntegerField(help_text="Games known one by one whose cube could be turned.")
    doubled = serializers.IntegerField(help_text="Those with a double, taken or passed.")
    turned = serializers.IntegerField(help_text="Those with a double that was taken.")
    won_by_pass = serializers.IntegerField()
    lost_by_pass = serializers.IntegerField()
    average = serializers.FloatField(allow_null=True, help_text="What games were played for, on average.")
    largest = serializers.IntegerField(allow_null=True)
    largest_in = serializers.IntegerField(allow_null=True, help_text="The first match with it.")


class ExpectationOutput(serializers.Serializer[ExpectedWins]):
    matches = serializers.IntegerField(help_text="Rated ones.")
    won = serializers.IntegerField()
    expected = serializers.FloatField(help_text="How many of them the ratings let expect.")


class TurnsOutput(serializers.Serializer[engine.Turns]):
    turns = serializers.IntegerField(
        source="turns_taken", help_text="Rolls that were played, or could not be."
    )
    rolls = serializers.IntegerField(help_text="Every roll, the last of a game unplayed or not.")
    openings = serializers.IntegerField(help_text="Games opened: those rolls are never doubles.")
    doubles = serializers.IntegerField()
    pips = serializers.IntegerField(help_text="What the dice gave, doubles four times their face.")
    chosen = serializers.IntegerField(help_text="Turns with more than one legal play.")
    forced = serializers.IntegerField(help_text="Turns with exactly one.")
    stuck = serializers.IntegerField(help_text="Turns with none.")
    barred = serializers.IntegerField(help_text="Turns begun with a checker on the bar.")
    danced = serializers.IntegerField(help_text="Those of them with no legal play.")
    hits = serializers.IntegerField(help_text="Checkers of the opponent's that were hit.")


class TurnedOutput(serializers.Serializer[Any]):
    """What was done turn by turn, as the transcripts record it; nothing of how well."""

    transcripts = serializers.IntegerField(help_text="How many of the matches have one that counts.")
    own = TurnsOutput()
    opponents = TurnsOutput()


class FoundOutput(serializers.Serializer[Any]):
    """What matches amount to."""

    record = RecordOutput(source="found.record")
    streaks = StreaksOutput(source="found.streaks")
    by_length = serializers.SerializerMethodField()
    by_strength = serializers.SerializerMethodField()
    by_bracket = serializers.SerializerMethodField()
    gammons = GammonsOutput(source="found.gammons")
    cubes = CubesOutput(source="found.cubes")
    expectation = ExpectationOutput(source="found.expectation")
    turned = TurnedOutput()
    games_of = serializers.IntegerField(help_text="How many of the matches are known game by game.")
    left_out = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Matches with a result that do not count, by its kind: walkovers and the like.",
    )

    @extend_schema_field(LengthOutput(many=True))
    def get_by_length(self, statistics: Any) -> Any:
        return win_loss_record_rows(statistics.found.by_length, "length")

    @extend_schema_field(StrengthOutput(many=True))
    def get_by_strength(self, statistics: Any) -> Any:
        return win_loss_record_rows(statistics.found.by_strength, "strength")

    @extend_schema_field(BracketOutput(many=True))
    def get_by_bracket(self, statistics: Any) -> Any:
        return win_loss_record_rows(statistics.found.by_bracket, "bracket")


class StatisticsOutput(FoundOutput):
    player = PlayerRef()
    by_opponent = serializers.SerializerMethodField(
        help_text=f"The {MOST_OPPONENTS} who were met most often."
    )

    @extend_schema_field(OpponentOutput(many=True))
    def get_by_opponent(self, statistics: PlayerStatistics) -> Any:
        most = list(statistics.found.by_opponent.items())[:MOST_OPPONENTS]
        return [
            {"player": PlayerRef(statistics.opponents[number]).data, **RecordOutput(record).data}
            for number, record in most
        ]


class StandOutput(serializers.Serializer[Any]):
    won = serializers.IntegerField(help_text="Matches that the player had won.")
    lost = serializers.IntegerField()


class MeetingOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    won = serializers.BooleanField()
    length = serializers.IntegerField()
    points_won = serializers.IntegerField(help_text="By the player.")
    points_lost = serializers.IntegerField()
    after = StandOutput(help_text="How the two stood after it.")
    ended_at = serializers.DateTimeField()
    tournament = serializers.IntegerField(allow_null=True)
    event = serializers.CharField(help_text="Name of the tournament; empty outside any.")
    bracket = serializers.CharField()


class HeadToHeadOutput(FoundOutput):
    player = PlayerRef()
    other = PlayerRef()
    meetings = serializers.SerializerMethodField(help_text="Every match, the first one first.")

    @extend_schema_field(MeetingOutput(many=True))
    def get_meetings(self, statistics: HeadToHead) -> Any:
        # Plain rows: two who have played each other for years have thousands.
        return [
            {
                "match": meeting.played.match,
                "won": meeting.played.won,
                "length": meeting.played.length,
                **dict(zip(("points_won", "points_lost"), meeting.played.points, strict=True)),
                "after": dict(zip(("won", "lost"), meeting.after, strict=True)),
                "ended_at": meeting.played.ended_at,
                **statistics_event_condition(statistics.events.get(meeting.played.match)),
                "bracket": meeting.played.bracket,
            }
            for meeting in statistics.meetings
        ]


def statistics_event_condition(event: MatchEvent | None) -> dict[str, Any]:
    if event is None:
        return {"tournament": None, "event": ""}
    return {"tournament": event.event, "event": event.name}


def win_loss_record_rows(groups: dict[Any, WinLossRecord], name: str) -> list[dict[str, Any]]:
    return [{name: key, **RecordOutput(record).data} for key, record in groups.items()]


class StatisticsView(APIView):
    """What a player's matches amount to."""

    query_shape = NarrowingQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=StatisticsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """A player's matches: record, streaks, by length, strength, bracket, opponent; gammons and cubes.

        Matches that were played count; docs/statistics.md says which those are.
        """
        player = generics.get_object_or_404(Player, pk=pk)
        narrowing = statistics_narrowing(read_query(self))
        return Response(StatisticsOutput(player_statistics(player, narrowing)).data)


class AgainstView(APIView):
    """Two players' matches against each other."""

    query_shape = NarrowingQuery
    scopes = {"GET": PUBLIC}

    @extend_schema(responses=HeadToHeadOutput)
    def get(self, request: Request, pk: int, other: int) -> Response:
        """Head to head: what two players' matches against each other amount to, and each of them."""
        player, opponent = (generics.get_object_or_404(Player, pk=number) for number in (pk, other))
        narrowing = statistics_narrowing(read_query(self))
        return Response(HeadToHeadOutput(head_to_head(player, opponent, narrowing)).data)
