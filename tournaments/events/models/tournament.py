"""The kinds of work that tournaments, ponds and ladders put into the outbox."""

from django.db import models
from django.db.models import Exists, OuterRef, Q

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.players.models import Player
from tournaments.clubs.models import Appointment, Club
from tournaments.formats import MOST_IN_FIELD

# A migration finds the choices here.
from .announced import Announced

ENTRIES_MAX = MOST_IN_FIELD


class Tournaments(models.QuerySet["Tournament"]):
    def listed_to(self, viewer: Caller) -> "Tournaments":
        """Those that lists show somebody: an unlisted one whoever runs it, or is entered in it."""
        if not isinstance(viewer, User):
            return self.filter(listed=True)
        if viewer.is_staff:
            return self.all()
        held = Appointment.objects.filter(user=viewer)
        run = Q(club__in=held.filter(tournament=None).values("club")) | Q(pk__in=held.values("tournament"))
        entered = Q(entries__player__in=Player.objects.of_login(viewer))
        own = Exists(self.model.objects.filter(entered, pk=OuterRef("pk")))
        return self.filter(Q(listed=True) | run | Q(own))


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
    # An unlisted one is found by whoever has its address.
    listed = models.BooleanField(default=True)
    # Only who has checked in is drawn.
    check_in = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    # The draw that counts: the latest.
    draw = models.OneToOneField("Draw", models.PROTECT, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = Tournaments.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="tournament_by_club")]

    def __str__(self) -> str:
        return self.name


# Everything may have changed: a draw, a withdrawal, a look round. The subject is the tournament.
TOURNAMENT_ADVANCE = "tournaments.tournament_advance"

# The match of one fixture was decided, or decided otherwise. The subject is the fixture.
FIXTURE_ADVANCE = "tournaments.fixture_advance"
