"""The kinds of work that tournaments, ponds and ladders put into the outbox."""

from datetime import date
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Value
from django.db.models.functions import Coalesce, NullIf

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.edits.models import Edit
from matches.players.models import Player
from matches.search.models import Searchable, search_index
from tournaments.clubs.models import Appointment, Placed
from tournaments.formats import MOST_IN_FIELD
from tournaments.venues.models import Venue
from tournaments.venues.rules.calling import Assignment

# A migration finds the choices here.
from .announced import Announced

ENTRIES_MAX = MOST_IN_FIELD


def assignment_choices() -> list[tuple[str, str]]:
    return [(assignment.value, assignment.value) for assignment in Assignment]


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

    def on_days(self, *, first: date | None = None, last: date | None = None) -> "Tournaments":
        """Those held on one of some days at least, by the calendar of where they are; None for any."""
        found = self.exclude(starts_at=None)
        if first is not None:
            found = found.alias(last_day=local_day(Coalesce("ends_at", "starts_at"))).filter(
                last_day__gte=first
            )
        if last is not None:
            found = found.alias(first_day=local_day(F("starts_at"))).filter(first_day__lte=last)
        return found

    def at_place(self, text: str) -> "Tournaments":
        """Those whose place has a text in it; of those that name none their venue's, or else their club's."""
        venues = Q(venue__name__icontains=text) | Q(venue__place__icontains=text)
        clubs = Q(venue=None, club__place__icontains=text)
        return self.filter(Q(place__icontains=text) | Q(place="") & (venues | clubs))


def local_day(moment: Any) -> models.Func:
    """The day that it is at some moment where an event is held."""
    named = (NullIf(name, Value("")) for name in ("time_zone", "venue__time_zone"))
    zone = Coalesce(*named, "club__time_zone")
    return models.Func(
        moment,
        zone,
        template="(%(expressions)s)::date",
        arg_joiner=" AT TIME ZONE ",
        output_field=models.DateField(),
    )


class Tournament(Searchable, Announced, Placed):
    """An event of a club. `state` and `draw` repeat what follows from the facts: drawn or not, over or not.

    `finished_at` is when a worker saw that all was over. If it names no zone its venue's comes
    before the club's. Beyond the `capacity` entries wait, in their order, for others to withdraw.
    """

    SEARCHED: ClassVar = ("name", "place")

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    # Nobody plays there any more.
    OVER = (State.FINISHED, State.CALLED_OFF)

    name = models.CharField(max_length=120)
    # An unlisted one is found by whoever has its address.
    listed = models.BooleanField(default=True)
    # Only who has checked in is drawn.
    check_in = models.BooleanField(default=False)
    # Whether players may check themselves in, or who runs the event alone does.
    self_check_in = models.BooleanField(default=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="tournaments")
    # Names of the tables it uses, reserved ones too; empty for all that are open to every event.
    tables = models.JSONField(default=list, blank=True)
    tables_assigned = models.CharField(
        max_length=16, choices=assignment_choices, default=Assignment.PROPOSED.value
    )
    # Which of its matches are called to tables before others: see rules.calling.
    called_first = models.JSONField(default=list, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    # Whether players who enter themselves need the approval of a director.
    entries_need_approval = models.BooleanField(default=False)
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
        indexes = [
            models.Index(fields=["club", "-id"], name="tournament_by_club"),
            search_index("tournament_search"),
        ]

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
