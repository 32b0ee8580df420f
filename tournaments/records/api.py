"""/clubs/<id>/winners/ and /clubs/<id>/records/: who won what at a club, and what its players amount to."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import generics, serializers

from matches.accounts.api.scopes import PUBLIC
from matches.players.api.fields import PlayerRef
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list

from .models import ClubRecord, FinishedEvent
from .rules import RANKED_FROM
from .selectors import club_records, finished_events


class FinishedTournamentRef(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()


class FinishedEventOutput(serializers.Serializer[FinishedEvent]):
    """An event that is over. winners: who shares the first place, usually one."""

    tournament = FinishedTournamentRef()
    finished_at = serializers.DateTimeField()
    entries = serializers.IntegerField(help_text="How many were in the event.")
    winners = serializers.SerializerMethodField()
    runners_up = serializers.SerializerMethodField()
    longest_match = serializers.IntegerField(
        source="longest_id", allow_null=True, help_text="The match to the most points that was played."
    )
    longest_length = serializers.IntegerField(help_text="Its points; 0 where none was played.")

    @extend_schema_field(PlayerRef(many=True))
    def get_winners(self, event: Any) -> list[Any]:
        """Who won."""
        return players_of_place(event, 1)

    @extend_schema_field(PlayerRef(many=True))
    def get_runners_up(self, event: Any) -> list[Any]:
        """Who was second; nobody where the first place is shared."""
        return players_of_place(event, 2)


def players_of_place(event: Any, place: int) -> list[Any]:
    return [PlayerRef(each.player).data for each in event.best if each.first == place]


class ClubRecordOutput(serializers.Serializer[ClubRecord]):
    """What a player, a pair or a team did at a club's finished events."""

    player = PlayerRef()
    events = serializers.IntegerField(help_text="Finished events of the club that were entered.")
    titles = serializers.IntegerField(help_text="Events won, with the first place unshared.")
    won = serializers.IntegerField(help_text="Matches won.")
    lost = serializers.IntegerField(help_text="Matches lost.")
    share_won = serializers.SerializerMethodField()
    streak = serializers.IntegerField(help_text="Most matches won in a row.")

    @extend_schema_field({"type": ["number", "null"]})
    def get_share_won(self, record: ClubRecord) -> float | None:
        """Matches won of those played; null below 10 matches."""
        return record.share if record.matches >= RANKED_FROM else None


class ClubWinnersView(generics.ListAPIView[FinishedEvent]):
    """The events of a club that are over, the latest first, with who won and who was second."""

    serializer_class = FinishedEventOutput
    # Whose number the address has.
    queryset: Any = Club.objects.none()
    orders = {
        "-finished_at": ("-finished_at", "-tournament_id"),
        "-entries": ("-entries", "-tournament_id"),
        "-longest_length": ("-longest_length", "-tournament_id"),
    }
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> QuerySet[FinishedEvent]:
        return finished_events(generics.get_object_or_404(club_list(), pk=self.kwargs["pk"]))


class ClubRecordsView(generics.ListAPIView[ClubRecord]):
    """What the players of a club's finished events amount to there, most titles first."""

    serializer_class = ClubRecordOutput
    queryset = ClubRecord.objects.none()
    orders = {
        "-titles": ("-titles", "-won", "-id"),
        "-won": ("-won", "-id"),
        "-share_won": ("-share", "-won", "-id"),
        "-streak": ("-streak", "-won", "-id"),
        "-events": ("-events", "-won", "-id"),
    }
    scopes = {"GET": PUBLIC}

    def get_queryset(self) -> QuerySet[ClubRecord]:
        return club_records(generics.get_object_or_404(club_list(), pk=self.kwargs["pk"]))
