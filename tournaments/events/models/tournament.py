"""The kinds of work that tournaments, ponds and ladders put into the outbox."""

from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Exists, OuterRef, Q

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.edits.models import Edit
from matches.players.models import Player
from tournaments.clubs.models import Appointment, Club, Presented
from tournaments.formats import MOST_IN_FIELD
from tournaments.venues.models import Venue

# A migration finds the choices here.
from .announced import Announced

ENTRIES_MAX = MOST_IN_FIELD


class Tournaments(models.QuerySet["Tournament"]):
    def listed_to(self, viewer: Caller) -> "Tournaments":
        """Those that lists show somebody: an unlisted one whoever runs it, or is entered in it."""
        if not isinstance(viewer, User):
            return self.filter(listed=True, removed=False)
        if viewer.is_staff:
            return self.filter(removed=False)
        held = Appointment.objects.filter(user=viewer)
        run = Q(club__in=held.filter(tournament=None).values("club")) | Q(pk__in=held.values("tournament"))
        entered = Q(entries__player__in=Player.objects.of_login(viewer))
        own = Exists(self.model.objects.filter(entered, pk=OuterRef("pk")))
        return self.filter(Q(listed=True) | run | Q(own), removed=False)


class Tournament(Announced, Presented):
    """An event of a club. `state` and `draw` repeat what follows from the facts: drawn or not, over or not.

    `finished_at` is when a worker saw that all was over. Times are announced in the `zone`: the event's own,
    its venue's or the club's. Beyond the `capacity` entries wait, in their order, for others to withdraw.
    """

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    # An unlisted one is found by whoever has its address.
    listed = models.BooleanField(default=True)
    # Only who has checked in is drawn.
    check_in = models.BooleanField(default=False)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    # An IANA name; empty for the venue's, or the club's.
    time_zone = models.CharField(max_length=64, blank=True)
    # Empty for the venue's.
    place = models.CharField(max_length=200, blank=True)
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="tournaments")
    # Names of the tables it uses, reserved ones too; empty for all that are open to every event.
    tables = models.JSONField(default=list, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    # When players may enter themselves; an official may at any time.
    entries_open_at = models.DateTimeField(null=True, blank=True)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    called_off = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    # The draw that counts: the latest.
    draw = models.OneToOneField("Draw", models.PROTECT, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = Tournaments.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="tournament_by_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        venue = "" if self.venue is None else self.venue.time_zone
        return ZoneInfo(self.time_zone or venue or self.club.time_zone)

    @property
    def shown_place(self) -> str:
        """Where it is played: what is said of it, or of its venue."""
        if self.place or self.venue is None:
            return self.place
        return ", ".join(filter(None, (self.venue.name, self.venue.place)))

    def state_when(self, *, drawn: bool, over: bool) -> State:
        """The state that follows from whether it has been drawn, and whether all is played."""
        if self.called_off:
            return self.State.CALLED_OFF
        if not drawn:
            return self.State.OPEN
        return self.State.FINISHED if over else self.State.RUNNING


class TournamentEdit(Edit):
    """What was announced of a tournament is changed."""

    SUBJECT = "tournament"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="edits")

    class Meta(Edit.Meta):
        indexes = [models.Index(fields=["tournament", "serial"], name="edit_by_tournament")]


# Everything may have changed: a draw, a withdrawal, a look round. The subject is the tournament.
TOURNAMENT_ADVANCE = "tournaments.tournament_advance"

# The match of one fixture was decided, or decided otherwise. The subject is the fixture.
FIXTURE_ADVANCE = "tournaments.fixture_advance"
