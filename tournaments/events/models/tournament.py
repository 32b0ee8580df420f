"""The kinds of work that tournaments, ponds and ladders put into the outbox."""

from django.db import models

from tournaments.clubs.models import Club
from tournaments.formats import MOST_IN_FIELD

# A migration finds the choices here.
from .announced import Announced

ENTRIES_MAX = MOST_IN_FIELD


class Tournament(Announced):
    """An event of a club. `state` and `draw` repeat what follows from the facts: drawn or not, over or not.

    `finished_at` is when a worker saw that all was over.
    """

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    # Only who has checked in is drawn.
    check_in = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    # The draw that counts: the latest.
    draw = models.OneToOneField("Draw", models.PROTECT, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="tournament_by_club")]

    def __str__(self) -> str:
        return self.name


# Everything may have changed: a draw, a withdrawal, a look round. The subject is the tournament.
TOURNAMENT_ADVANCE = "tournaments.tournament_advance"

# The match of one fixture was decided, or decided otherwise. The subject is the fixture.
FIXTURE_ADVANCE = "tournaments.fixture_advance"
