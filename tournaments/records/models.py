"""How the events of a club ended, and what its players amount to: caches, made again from the facts."""

from django.db import models

from matches.play.models import Match
from matches.players.models import Player
from tournaments.clubs.models import Club
from tournaments.events.models import Entry, Tournament


class FinishedEvent(models.Model):
    """An event that is over and listed. longest: its match to the most points that was played."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="finished_event"
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="finished_events", db_index=False)
    finished_at = models.DateTimeField()
    entries = models.PositiveIntegerField()
    longest = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    longest_length = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["club", "finished_at", "tournament"], name="finished_event_by_date"),
            models.Index(fields=["club", "entries", "tournament"], name="finished_event_by_entries"),
            models.Index(fields=["club", "longest_length", "tournament"], name="finished_event_by_length"),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class EventFinish(models.Model):
    """Where an entry finished: its place, or the first and the last of those that are shared."""

    event = models.ForeignKey(FinishedEvent, models.CASCADE, related_name="finishes", db_index=False)
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="finish")
    player = models.ForeignKey(Player, models.CASCADE, related_name="finishes")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["event", "first"], name="finish_by_place")]

    def __str__(self) -> str:
        return f"{self.first}. {self.player}"


class ClubRecord(models.Model):
    """What a player did at a club's finished events.

    titles: events won alone. share: matches won of those played, 0 as long as they are too few to be ranked.
    streak: most matches won in a row.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="records", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="club_records")
    events = models.PositiveIntegerField()
    titles = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    share = models.FloatField()
    streak = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="club_record_once")]
        indexes = [
            models.Index(fields=["club", figure, "won", "id"], name=f"club_record_by_{figure}")
            for figure in ("titles", "events", "share", "streak")
        ] + [models.Index(fields=["club", "won", "id"], name="club_record_by_won")]

    def __str__(self) -> str:
        return f"{self.player}, {self.club}"

    @property
    def matches(self) -> int:
        return self.won + self.lost


# How an event ended is to be noted, or that it runs again. The subject is the tournament.
EVENT_RECORD = "tournaments.event_record"
