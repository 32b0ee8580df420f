"""Matches called to tables, and who is there."""

from django.db import models

from matches.facts.models import Fact
from matches.play.models import Match, Side
from matches.work.statements import RowsStatement, related_once
from tournaments.venues.rules.tables import NAME_MAX

from .venue import Venue


class TableCall(Fact):
    """A match is called to a table of a venue, by whoever directs it or by the service."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="table_calls")
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="table_calls")
    table = models.CharField(max_length=NAME_MAX)

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["venue", "recorded_at"], name="table_call_by_venue")]

    def __str__(self) -> str:
        return f"match {self.match_id} to table {self.table}"


class TableMove(Fact):
    """A match that was called goes to another table of the venue; its call goes on."""

    call = models.ForeignKey(TableCall, models.PROTECT, related_name="moves")
    table = models.CharField(max_length=NAME_MAX)

    def __str__(self) -> str:
        return f"{self.call}, now {self.table}"


class TableCallEnd(Fact):
    """A call is over: it was taken back, or its match is not to be played any more."""

    class EndCause(models.TextChoices):
        TAKEN_BACK = "taken_back"
        OVER = "over"  # reported, decided, void, or others play in its place

    call = models.OneToOneField(TableCall, models.PROTECT, related_name="end")
    cause = models.CharField(max_length=16, choices=EndCause.choices)
    reason = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.call}: {self.cause}"


class Attendance(Fact):
    """A side of a match that was called is not at the table, or has come; the latest counts.

    Of whom nothing is said is taken to be there.
    """

    call = models.ForeignKey(TableCall, models.PROTECT, related_name="attendances")
    side = models.PositiveSmallIntegerField(choices=Side.choices)
    present = models.BooleanField()

    def __str__(self) -> str:
        return f"side {self.side} of {self.call}: {'there' if self.present else 'not there'}"


class Seating(models.Model):
    """A match at a table: a cache of the calls that have not ended, and where they have come to."""

    call = models.OneToOneField(TableCall, models.CASCADE, related_name="seating")
    match = models.OneToOneField(Match, models.CASCADE, related_name="seating")
    venue = models.ForeignKey(Venue, models.CASCADE, related_name="seatings")
    table = models.CharField(max_length=NAME_MAX)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["venue", "table"], name="seating_one_per_table")]

    def __str__(self) -> str:
        return f"match {self.match_id} at table {self.table}"


def seating_of(match: Match) -> Seating | None:
    """Where a match sits: asked once, whoever asks of the same row."""
    found: Seating | None = related_once(match, "seating", _SEATINGS, match=match.pk)
    return found


_SEATINGS = RowsStatement(
    "SELECT {seating} FROM tournaments_seating AS seating WHERE seating.match_id = %(match)s", seating=Seating
)


# A table is free, or a match could be played. The subject is the venue.
VENUE_PROCESS_DUE = "tournaments.venue_process_due"
