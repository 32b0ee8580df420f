"""Tournaments, entries, draws and fixtures."""

from django.db import models
from django.utils import timezone

from matches.models import Fact, Match, Player, User
from matches.models.match import variant_choices
from tournaments.draws import Seeding
from tournaments.formats import FORMATS, Format

from .club import Club

ENTRIES_MAX = 4096


def format_choices() -> list[tuple[str, str]]:
    return [(format.code, format.name) for format in FORMATS.values()]


class Tournament(models.Model):
    """An event of a club. `state` repeats what the facts say: drawn or not, over or not."""

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    format = models.CharField(max_length=32, choices=format_choices, default="single_elimination")
    # What was chosen of the format: its fields by name.
    format_options = models.JSONField(default=dict, blank=True)
    # Points per round, first round first; the last one stands for every round after it.
    lengths = models.JSONField()
    variant = models.CharField(max_length=32, choices=variant_choices, default="backgammon")
    # Of every match, where the rules leave a choice: engine.Options by name.
    options = models.JSONField(default=dict, blank=True)
    # How results are reported, disputed, timed: see matches.regulations.
    regulations = models.JSONField(default=dict, blank=True)
    rated = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="tournament_by_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def played_as(self) -> Format:
        """The format with the options chosen."""
        return FORMATS[self.format].of(self.format_options)

    def length_of(self, round: int) -> int:
        """Points a match of this round (1 is the first) is played to."""
        length: int = self.lengths[min(round, len(self.lengths)) - 1]
        return length


class Entry(Fact):
    """A player entered in a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["tournament", "id"], name="entry_by_tournament")]

    def __str__(self) -> str:
        return f"{self.player} in {self.tournament}"


class Withdrawal(Fact):
    """An entry that plays no further match."""

    entry = models.OneToOneField(Entry, models.PROTECT, related_name="withdrawal")
    reason = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"withdrawal of {self.entry}"


class Draw(Fact):
    """The draw of a tournament: how it was made and what came of it, so that anybody can check it."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="draw")
    seeding = models.CharField(max_length=16, choices=[(seeding.value, seeding.value) for seeding in Seeding])
    seed = models.CharField(max_length=64)
    # Numbers of the entries, seed 1 first.
    order = models.JSONField()
    # What the seeding went by: {entry: rating}; empty where ratings had no part in it.
    ratings = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"draw of {self.tournament}"


class Fixture(models.Model):
    """A match of a tournament, in the slot its format has named.

    A slot that others won by a correction, or whose match was ruled void, has a new fixture; the old one is
    kept, `void`, and counts again if the correction is undone.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="fixtures")
    key = models.CharField(max_length=32)
    round = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    two = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    match = models.OneToOneField(Match, models.PROTECT, related_name="fixture")
    created_at = models.DateTimeField(default=timezone.now)
    # Kept, shown struck through, not counted; its match is `displaced`.
    void = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=models.Q(void=False), name="fixture_one_per_key"
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament}"


class Passage(models.Model):
    """A slot that was passed without a match: a bye, or against somebody who had withdrawn.

    Kept of the fold, so that what a result leads to can be told without folding everything.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="passages")
    key = models.CharField(max_length=32)
    # Who came out; nobody where both sides were empty.
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="passage_one_per_key")]

    def __str__(self) -> str:
        return f"{self.key} of {self.tournament}: {self.entry}"
