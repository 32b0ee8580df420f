"""Money: what is paid in, and how it is split."""

from django.db import models

from matches.facts.models import Fact
from tournaments.events.models import Entry, Tournament


class PrizePoolList(Fact):
    """The prize pools of a tournament, from now on; the latest list counts."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="prize_pool_lists")
    currency = models.CharField(max_length=3)
    # As rules.prize_pools reads them: amounts in whole cents, percentages as decimals in words.
    prize_pools = models.JSONField()
    # Why, where the draw had been made.
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Fact.Meta):
        db_table = "tournaments_poollist"

    def __str__(self) -> str:
        return f"prize pools of {self.tournament}"


class FeePayment(Fact):
    """What an entry has paid for the event by now, in all; nothing, where that is taken back.

    The latest counts. It covers the fee of the event and the side pools that were chosen.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="fee_payments")
    cents = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)

    def __str__(self) -> str:
        return f"{self.entry} has paid {self.cents} {self.currency}"


class PayoutHandover(Fact):
    """What an entry was handed of its payout by now; nothing, where that is taken back.

    The latest counts for each place of a prize pool. A correction changes what is to be paid, never this.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="payout_handovers")
    prize_pool = models.CharField(max_length=40)
    # The bracket or group that the prize is of.
    part = models.CharField(max_length=32)
    cents = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3)

    def __str__(self) -> str:
        return f"{self.entry} was handed {self.cents} {self.currency} of {self.prize_pool}"


class Stake(Fact):
    """An entry pays into a side pool."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="stakes")
    prize_pool = models.CharField(max_length=40)

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["entry", "prize_pool"], name="stake_once_per_prize_pool")
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.prize_pool}"
