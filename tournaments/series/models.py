"""Series: events of a club that are held again every so many weeks."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.accounts.models import User
from matches.edits.models import Edit
from matches.facts.models import Fact
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament

from .rules import DAYS_AHEAD_MAX, WEEKS_MAX


class Series(models.Model):
    """An event of a club that is announced again, as a copy of its latest one, every so many weeks.

    source: the event that is copied; once the next one is announced, that. next_day: the day on which the
    next one is held, by the calendar of where that is. The time of day is that of `source`. last_day: after
    it none is held. refused: the problem object of why the next one could not be announced.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="series")
    source = models.ForeignKey(Tournament, models.PROTECT, related_name="series")
    weeks = models.PositiveSmallIntegerField(default=1)
    # How many days before it is held the next one is announced.
    days_ahead = models.PositiveSmallIntegerField(default=7)
    next_day = models.DateField()
    last_day = models.DateField(null=True)
    refused = models.JSONField(null=True)
    stopped = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    # By whom its events are announced.
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source"], name="series_of_event_once", condition=Q(removed=False)
            ),
            models.CheckConstraint(
                condition=Q(weeks__range=(1, WEEKS_MAX), days_ahead__lte=DAYS_AHEAD_MAX), name="series_terms"
            ),
        ]

    def __str__(self) -> str:
        return self.source.name

    @property
    def name(self) -> str:
        return self.source.name


class SeriesEdit(Edit):
    """What is said of a series is changed."""

    SUBJECT = "series"

    series = models.ForeignKey(Series, models.PROTECT, related_name="edits")


class SeriesAnnouncement(Fact):
    """The next event of a series was announced, for a day: once for each. copied: the one before it."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="announcements")
    copied = models.ForeignKey(Tournament, models.PROTECT, related_name="+")
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="series_announcement")
    day = models.DateField()

    class Meta(Fact.Meta):
        constraints = [models.UniqueConstraint(fields=["series", "day"], name="series_day_once")]

    def __str__(self) -> str:
        return f"{self.tournament} on {self.day}"


# The next event of a series is to be announced. The subject is the series.
SERIES_PROCESS_DUE = "tournaments.series_process_due"
