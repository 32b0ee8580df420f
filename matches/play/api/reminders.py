"""/me/reminders/: what waits for the caller's player."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import generics, serializers

from matches.accounts.api.authentication import require_caller
from matches.accounts.api.scopes import READ
from matches.play.models import Match, Reminder
from matches.play.selectors import reminders_of
from matches.players.api.fields import PlayerRef


class ReminderOutput(serializers.Serializer[Reminder]):
    match = serializers.IntegerField(source="match_id")
    about = serializers.ChoiceField(choices=Reminder.About.choices)
    opponent = serializers.SerializerMethodField()
    match_state = serializers.ChoiceField(choices=Match.State.choices, source="match.state")
    due_at = serializers.DateTimeField(help_text="The moment it is about.")
    reminded_at = serializers.DateTimeField(source="recorded_at")

    @extend_schema_field(PlayerRef)
    def get_opponent(self, reminder: Reminder) -> Any:
        return PlayerRef(reminder.match.players[1 - reminder.side]).data


class RemindersView(generics.ListAPIView[Reminder]):
    """What the caller's player was reminded of, the latest first: reports to answer, matches to play."""

    serializer_class = ReminderOutput
    queryset = Reminder.objects.none()  # what the API document is written from
    scopes = {"GET": READ}

    def get_queryset(self) -> QuerySet[Reminder]:
        return reminders_of(require_caller(self.request))
