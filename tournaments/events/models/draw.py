"""What decides who meets whom beside the results: the draw, and pairings published as play goes on."""

from django.db import models

from matches.facts.models import Fact
from tournaments.formats import MAIN
from tournaments.formats.seeding.order import Seeding

from .tournament import Tournament


class Draw(Fact):
    """A draw of a tournament: how it was made and what came of it, so that anybody can check it.

    The latest counts: a draw may be made anew until somebody has played.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    seeding = models.CharField(max_length=16, choices=[(seeding.value, seeding.value) for seeding in Seeding])
    seed = models.CharField(max_length=64)
    # Numbers of the entries, seed 1 first.
    order = models.JSONField()
    # What the seeding went by, or tie-breaks will: {entry: rating} at the draw; empty where neither does.
    ratings = models.JSONField(default=dict)
    # {entry: rank}; empty where no ranking had part in it.
    ranks = models.JSONField(default=dict)
    # Entries named for the first places, in that order.
    seeded = models.JSONField(default=list)
    # How many of the best kept their places, the others being drawn; all of them where none is given.
    protected = models.PositiveSmallIntegerField(null=True)
    # Whether entries of one home were moved apart.
    separated = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"draw of {self.tournament}"


class PublishedRound(Fact):
    """Round pairings, published for all to see. They count, unless the director withdraws them."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="published_rounds")
    # Of which bracket, group or stage, and its number there.
    part = models.CharField(max_length=32, default=MAIN)
    round = models.PositiveSmallIntegerField()
    # [{"key", "round", "one", "two", "part", "step", "board"}]: entries by number.
    pairings = models.JSONField()
    # Entries that sit out this round.
    byes = models.JSONField(default=list)
    # Entries that had left when they were published.
    left = models.JSONField(default=list)
    by_hand = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Fact.Meta):
        db_table = "tournaments_posting"
        indexes = [models.Index(fields=["tournament", "id"], name="published_round_by_tournament")]

    def __str__(self) -> str:
        return f"round {self.round} of {self.tournament}, published"

    @property
    def is_withdrawn(self) -> bool:
        return hasattr(self, "withdrawal")


class RoundWithdrawal(Fact):
    """The director withdraws round pairings; the next round waits until the director releases it."""

    published_round = models.OneToOneField(PublishedRound, models.PROTECT, related_name="withdrawal")
    reason = models.CharField(max_length=200)

    class Meta(Fact.Meta):
        db_table = "tournaments_retraction"
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="round_withdrawal_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.published_round} withdrawn"


class RoundRelease(Fact):
    """The director releases the next round."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="releases")

    class Meta(Fact.Meta):
        db_table = "tournaments_call"

    def __str__(self) -> str:
        return f"next round of {self.tournament} released"


class TiebreakOrder(Fact):
    """How ties are broken from now on, decided after the draw."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tiebreak_orders")
    tiebreaks = models.JSONField()
    reason = models.CharField(max_length=200)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="tiebreak_order_has_reason"),
        ]

    def __str__(self) -> str:
        return f"tie-breaks of {self.tournament}: {', '.join(self.tiebreaks)}"
