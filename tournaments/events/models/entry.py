"""Entries, and what becomes of them: here, gone, back, replaced."""

from django.db import models
from django.db.models import Exists, OuterRef, Subquery

from matches.facts.models import Fact
from matches.players.models import Player

from .tournament import Tournament


class Entries(models.QuerySet["Entry"]):
    def with_withdrawn(self) -> "Entries":
        """Each knowing whether it is `withdrawn`: by `left`, the serial of the withdrawal that stands."""
        standing = Withdrawal.objects.without_reentry().filter(entry=OuterRef("pk"))
        return self.annotate(left=Subquery(standing.values("serial")))

    def not_withdrawn(self) -> "Entries":
        """Those that have not withdrawn."""
        return self.exclude(Exists(Withdrawal.objects.without_reentry().filter(entry=OuterRef("pk"))))


class EntryDetails(Fact):
    """How a player is entered, or asks to be. Whoever derives from it has a `player`."""

    # Two of the same home do not meet early, two of the same family not at all, as far as that can be had.
    home = models.CharField(max_length=80, blank=True)
    family = models.CharField(max_length=80, blank=True)
    # On the list of those who may take somebody's place; in no draw of its own accord.
    alternate = models.BooleanField(default=False)

    player: Player

    class Meta(Fact.Meta):
        abstract = True

    @property
    def shown_home(self) -> str:
        """The home as it is shown: of a player who was anonymised, nothing."""
        return "" if self.player.anonymised else self.home

    @property
    def shown_family(self) -> str:
        """The family, likewise."""
        return "" if self.player.anonymised else self.family


class Entry(EntryDetails):
    """A player, a pair or a team entered in a tournament."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    # What asked for it, where it was asked for; it waits from that moment on.
    application = models.OneToOneField(
        "EntryApplication", models.PROTECT, null=True, blank=True, related_name="entry"
    )
    # Whether it is beyond what the tournament takes: no column, set by selectors.entries_with_waiting.
    is_waiting = False

    objects = Entries.as_manager()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["tournament", "id"], name="entry_by_tournament")]

    def __str__(self) -> str:
        return f"{self.player} in {self.tournament}"

    @property
    def has_withdrawn(self) -> bool:
        """Whether it has left and not re-entered, of an entry read with_withdrawn; a new one has not."""
        return getattr(self, "left", None) is not None


class LineUp(Fact):
    """Who of a team plays on which board, in the matches that are set up from now on; the latest counts."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="line_ups")
    # Numbers of players, that on board 1 first.
    players = models.JSONField()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["entry", "serial"], name="line_up_by_entry")]

    def __str__(self) -> str:
        return f"line-up of {self.entry}"


class CheckIns(models.QuerySet["CheckIn"]):
    def not_taken_back(self) -> "CheckIns":
        """Those that count: of an entry one at most."""
        return self.filter(withdrawal=None)


class CheckIn(Fact):
    """An entry is in the hall and ready to play, unless that is taken back."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="check_ins")

    objects = CheckIns.as_manager()

    def __str__(self) -> str:
        return f"{self.entry} checked in"


class CheckInWithdrawal(Fact):
    """A check-in is taken back: the wrong name was tapped, or somebody has left the hall."""

    check_in = models.OneToOneField(CheckIn, models.PROTECT, related_name="withdrawal")

    def __str__(self) -> str:
        return f"{self.check_in}, taken back"


class Withdrawals(models.QuerySet["Withdrawal"]):
    def without_reentry(self) -> "Withdrawals":
        """Those that no re-entry followed."""
        return self.filter(reentry=None)


class Withdrawal(Fact):
    """An entry that plays no further match, unless it re-enters."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="withdrawals")
    reason = models.CharField(max_length=200, blank=True)

    objects = Withdrawals.as_manager()

    def __str__(self) -> str:
        return f"withdrawal of {self.entry}"


class Reentry(Fact):
    """An entry that had withdrawn plays again, from the next pairings on."""

    withdrawal = models.OneToOneField(Withdrawal, models.PROTECT, related_name="reentry")

    class Meta(Fact.Meta):
        db_table = "tournaments_comeback"

    def __str__(self) -> str:
        return f"{self.withdrawal.entry} is back"


class Substitution(Fact):
    """An entry takes the place of another that has not played yet."""

    leaves = models.OneToOneField(Entry, models.PROTECT, related_name="left_to")
    comes = models.OneToOneField(Entry, models.PROTECT, related_name="came_for")

    def __str__(self) -> str:
        return f"{self.comes} for {self.leaves}"
