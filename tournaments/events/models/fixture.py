"""Matches of a tournament, in the slots that its format names."""

from django.db import models
from django.utils import timezone

from matches.play.models import Match
from matches.work.statements import RowsStatement, related_once
from tournaments.events.rules.numbers import match_label
from tournaments.formats import MAIN
from tournaments.venues.models import seating_of

from .entry import Entry
from .tournament import Tournament


class Fixture(models.Model):
    """A match of a tournament, in the slot its format has named.

    A slot that others won by a correction, or whose match was ruled void, has a new fixture; the old one is
    kept, `void`, and counts again if the correction is undone.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="fixtures")
    key = models.CharField(max_length=32)
    part = models.CharField(max_length=32, default=MAIN)
    # In its part; `step` orders the matches of an entry over all parts.
    round = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField(default=0)
    one = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    two = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    match = models.OneToOneField(Match, models.PROTECT, related_name="fixture")
    created_at = models.DateTimeField(default=timezone.now)
    # Kept, shown struck through, not counted; its match is `superseded`.
    void = models.BooleanField(default=False)
    # By which people call it: no column, set by selectors.fixtures_numbered.
    number: int | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=models.Q(void=False), name="fixture_one_per_key"
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament}"

    @property
    def label(self) -> str | None:
        """The number with the letter of its part."""
        return match_label(self.part, self.number)

    @property
    def table(self) -> str | None:
        """The table to which its match is called now."""
        seating = seating_of(self.match) if self.match.state == Match.State.OPEN else None
        return None if seating is None else seating.table


def fixture_of(match: Match) -> Fixture | None:
    """The fixture that a match is played for: asked once, whoever asks of the same row."""
    found: Fixture | None = related_once(match, "fixture", _FIXTURES, match=match.pk)
    return found


_FIXTURES = RowsStatement(
    "SELECT {fixture} FROM tournaments_fixture AS fixture WHERE fixture.match_id = %(match)s", fixture=Fixture
)


class Passage(models.Model):
    """A slot that is passed without a match: a bye, or against somebody who had withdrawn.

    Kept of the fold, so that what a result leads to is known without folding everything.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="passages")
    key = models.CharField(max_length=32)
    # Who came out; nobody where both sides were empty, or it is still open who will sit on the other.
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="passage_one_per_key")]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament}: {self.entry}"
