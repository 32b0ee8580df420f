"""Ponds: announced, entered, started; bids, and rounds that are over."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.accounts.models import User
from matches.edits.models import Edit
from matches.facts.models import Fact
from matches.players.models import Player
from matches.search.models import Searchable, search_index
from tournaments.clubs.models import Placed

from . import rules as ponds

PLAYERS_MAX = 256
"""How many may enter a pond: each round is written out for everybody in it, and there are as many rounds."""

POINTS_MAX = 1_000_000

ROUND_MINUTES = 2 * 24 * 60

ROUND_MINUTES_MAX = 30 * 24 * 60


class Pond(Searchable, Placed):
    """A pond of a club. `state`, `round`, `closes_at` and `finished_at` cache what the facts give."""

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    COMPUTED: ClassVar = ("state", "round", "closes_at", "finished_at")

    name = models.CharField(max_length=120)
    # Points of everybody before the first round, and what the highest bid earns.
    start = models.PositiveIntegerField(default=ponds.START)
    bonus = models.PositiveIntegerField(default=ponds.BONUS)
    rain = models.BooleanField(default=False)
    # How long a round is open at most.
    round_minutes = models.PositiveIntegerField(default=ROUND_MINUTES)
    # How many players it takes, and how many it takes in.
    least = models.PositiveSmallIntegerField(default=2)
    most = models.PositiveSmallIntegerField(default=PLAYERS_MAX)
    # Directs it beside the directors and owners of the club.
    director = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    called_off = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    # The round that takes bids, and until when.
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(start__range=(1, POINTS_MAX), bonus__lte=POINTS_MAX), name="pond_points"
            ),
            models.CheckConstraint(
                condition=Q(round_minutes__range=(1, ROUND_MINUTES_MAX)), name="pond_round_lasts"
            ),
            models.CheckConstraint(
                condition=Q(least__gte=2, most__gte=models.F("least"), most__lte=PLAYERS_MAX),
                name="pond_takes_two",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="pond_by_club"),
            search_index("pond_search"),
            models.Index(fields=["closes_at"], name="pond_by_deadline"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> ponds.PondRules:
        """How it is played, as the fold takes it."""
        return ponds.PondRules(self.start, self.bonus, self.rain)

    @property
    def computed_columns(self) -> Mapping[str, Any]:
        return {name: getattr(self, name) for name in self.COMPUTED}


class PondEdit(Edit):
    """What was announced of a pond is changed; the fold goes by the last that had it go ahead after all."""

    SUBJECT = "pond"

    pond = models.ForeignKey(Pond, models.PROTECT, related_name="edits")

    class Meta(Edit.Meta):
        indexes = [models.Index(fields=["pond", "serial"], name="edit_by_pond")]


class PondEntries(models.QuerySet["PondEntry"]):
    def not_withdrawn(self) -> "PondEntries":
        """Those that have not been withdrawn."""
        return self.filter(withdrawal=None)


class PondEntry(Fact):
    """A person who takes part in a pond."""

    pond = models.ForeignKey(Pond, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="pond_entries")

    objects = PondEntries.as_manager()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["pond", "id"], name="pond_entry_by_pond")]

    def __str__(self) -> str:
        return f"{self.player} in {self.pond}"


class PondWithdrawal(Fact):
    """An entry withdrawn before the start; the player may enter anew."""

    entry = models.OneToOneField(PondEntry, models.PROTECT, related_name="withdrawal")

    def __str__(self) -> str:
        return f"withdrawal of {self.entry}"


class PondStart(Fact):
    """The director starts a pond: the first round takes bids, nobody enters or leaves any more."""

    pond = models.OneToOneField(Pond, models.PROTECT, related_name="started")

    def __str__(self) -> str:
        return f"start of {self.pond}"


DISCLOSED = Q(entry__pond__closings__round=models.F("round"))
"""The condition on a bid that anybody may read it: its round is over, which it is once."""


class Bids(models.QuerySet["Bid"]):
    def of_past_rounds(self) -> "Bids":
        """Those of rounds that are over: until then a bid is for nobody but its bidder."""
        return self.filter(DISCLOSED)


class Bid(Fact):
    """What a player bids in a round; the latest of a round counts.

    It is a secret until the round is over: whoever reads bids reads the disclosed ones, or the own.
    """

    entry = models.ForeignKey(PondEntry, models.PROTECT, related_name="bids")
    round = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField()

    objects = Bids.as_manager()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["entry", "round"], name="bid_by_entry")]

    def __str__(self) -> str:
        # Without the points: logs and consoles print this.
        return f"bid of {self.entry} in round {self.round}"


class PondClosing(Fact):
    """A round is over: everybody had bid, or its time was."""

    pond = models.ForeignKey(Pond, models.PROTECT, related_name="closings")
    round = models.PositiveSmallIntegerField()

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["pond", "round"], name="pond_closing_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"round {self.round} of {self.pond}, over"


# The time of a round may be over. The subject is the pond.
POND_PROCESS_DUE = "tournaments.pond_process_due"
