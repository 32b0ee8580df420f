"""Events as somebody takes part in them: those of the own clubs, and those that one is entered in or runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import F, OuterRef, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.hooks import with_sections
from matches.play.models import Match
from matches.players.models import Player
from tournaments.clubs.models import Appointment
from tournaments.clubs.selectors import own_clubs
from tournaments.events.models import CheckIn, Entry, EntryApplication, Fixture, Tournament

from .tournaments import KINDS, tournament_count_of, tournament_overview
from .waiting import entries_with_waiting

EVENTS_MAX = 30
"""How many events somebody's first page looks at."""


@dataclass(frozen=True, slots=True)
class PersonalEvent:
    """An event as a login takes part in it.

    entry, application: of the player of the login; the entry has not withdrawn, the application is open.
    players: for whom the login could enter: its own player, pairs or teams. runs: whether it runs the event.
    entered: how many are entered, of an event with a capacity.
    """

    tournament: Tournament
    now: datetime
    entry: Entry | None = None
    application: EntryApplication | None = None
    has_checked_in: bool = False
    players: Sequence[Player] = field(default_factory=tuple)
    runs: bool = False
    entered: int = 0

    @property
    def is_open(self) -> bool:
        """Whether players enter themselves now, before the draw."""
        event = self.tournament
        opens, closes = event.entries_open_at, event.entries_close_at
        is_time = (opens is None or opens <= self.now) and (closes is None or self.now < closes)
        return event.state == Tournament.State.OPEN and is_time

    @property
    def may_enter(self) -> bool:
        return self.is_open and self.entry is None and self.application is None and bool(self.players)

    @property
    def may_check_in(self) -> bool:
        event = self.tournament
        is_due = event.check_in and event.self_check_in and event.state == Tournament.State.OPEN
        return is_due and self.entry is not None and not self.has_checked_in

    @property
    def enters_until(self) -> datetime | None:
        """Until when to enter: when entries close, else when it starts, if that is to come."""
        until = self.tournament.entries_close_at or self.tournament.starts_at
        return until if until is not None and until > self.now else None

    @property
    def is_full(self) -> bool:
        """Whether who enters now waits for others to withdraw."""
        capacity = self.tournament.capacity
        return capacity is not None and self.entered >= capacity


def personal_events(user: User, now: datetime) -> list[PersonalEvent]:
    """The open and the running events that concern a login, by when they start: eight queries."""
    own = list(Player.objects.of_login(user))
    offices = Appointment.objects.filter(user=user).exclude(role=Appointment.Role.SCOREKEEPER)
    clubs_run = set(offices.filter(tournament=None).values_list("club", flat=True))
    events_run = set(offices.exclude(tournament=None).values_list("tournament", flat=True))
    entered = Entry.objects.filter(player__in=own).not_withdrawn().values("tournament")
    concern = Q(club__in=own_clubs(user, timezone.localdate(now))) | Q(pk__in=entered) | Q(pk__in=events_run)
    shown = tournament_overview().listed_to(user).select_related("venue")
    events = list(
        with_sections(shown)
        .filter(concern, state__in=(Tournament.State.OPEN, Tournament.State.RUNNING))
        .annotate(**progress_of_event())
        .order_by(F("starts_at").asc(nulls_last=True), "-pk")[:EVENTS_MAX]
    )
    return [
        personal_event(event, own, takes_part, now, runs=event.club_id in clubs_run or event.pk in events_run)
        for takes_part in [TakesPart.load(own, events)]
        for event in events
    ]


def own_part_in_event(user: User, tournament: Tournament, now: datetime, *, runs: bool) -> PersonalEvent:
    """How a login takes part in one event: four queries; those of the waiting list where there may be one."""
    own = list(Player.objects.of_login(user))
    found = personal_event(tournament, own, TakesPart.load(own, [tournament]), now, runs=runs)
    if tournament.capacity is None:
        return found
    entries = [entry for entry in entries_with_waiting(tournament) if not entry.has_withdrawn]
    if found.entry is not None:
        found.entry.is_waiting = any(entry.is_waiting for entry in entries if entry.pk == found.entry.pk)
    return replace(found, entered=sum(not entry.alternate for entry in entries))


@dataclass(frozen=True, slots=True)
class TakesPart:
    """The entries and open applications of some players in events, by event; the entries that checked in."""

    entries: dict[int, Entry]
    applications: dict[int, EntryApplication]
    checked_in: set[int]

    @classmethod
    def load(cls, players: Sequence[Player], events: Sequence[Tournament]) -> "TakesPart":
        mine = Q(player__in=players, tournament__in=events)
        entries = Entry.objects.filter(mine).not_withdrawn().select_related("player__stand_in")
        applications = EntryApplication.objects.open().filter(mine).select_related("player__stand_in")
        by_event = {entry.tournament_id: entry for entry in entries}
        there = CheckIn.objects.not_taken_back().filter(entry__in=by_event.values())
        return cls(
            by_event,
            {application.tournament_id: application for application in applications},
            set(there.values_list("entry", flat=True)),
        )


def personal_event(
    event: Tournament, own: Sequence[Player], takes_part: TakesPart, now: datetime, *, runs: bool
) -> PersonalEvent:
    entry = takes_part.entries.get(event.pk)
    kind = KINDS[Tournament.Entrants(event.entrants)]
    return PersonalEvent(
        event,
        now,
        entry,
        takes_part.applications.get(event.pk),
        entry is not None and entry.pk in takes_part.checked_in,
        [player for player in own if player.kind == kind and player.stand_in_id is None],
        runs,
        getattr(event, "entered", 0),
    )


def progress_of_event() -> dict[str, object]:
    """How many matches of an event are `decided`, and how many it has `paired` so far, as annotations."""
    fixtures = Fixture.objects.filter(tournament=OuterRef("pk"), void=False)
    return {
        "paired": tournament_count_of(fixtures),
        "decided": tournament_count_of(fixtures.filter(match__state=Match.State.FINAL)),
    }
