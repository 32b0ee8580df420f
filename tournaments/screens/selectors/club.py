"""What the screen of a club shows: all events of the evening together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from matches.facts.versions import version_of_all
from matches.recordings.rules.clock import ClockFace
from tournaments.clubs.models import Club
from tournaments.desk.selectors import seats_by_name
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_list
from tournaments.screens.rules import MOST

from .clocks import event_clocks
from .event import EventScreen, event_screen
from .views import ScreenView, ShownMatch, by_tables, called_of, latest_first, sectioned

BEGUN_WITHIN = timedelta(days=3)
"""A weekend: what has run for longer is no evening's, unless it says that it lasts until now."""
AROUND = timedelta(hours=12)
"""How long what is over is still shown, and what begins already is."""
MOST_EVENTS = 8


@dataclass(frozen=True)
class ClubScreen:
    """The events of a club's evening, loaded; and what comes next where there are none."""

    club: Club
    events: Sequence[EventScreen]
    next_events: Sequence[Tournament] = ()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.club.time_zone)

    @cached_property
    def tables(self) -> list[ShownMatch]:
        """What is played and called in all events, by the tables."""
        return by_tables(match for event in self.events for match in event.tables)

    @property
    def called(self) -> list[ShownMatch]:
        return called_of(self.tables)

    @property
    def results(self) -> list[ShownMatch]:
        return latest_first(match for event in self.events for match in event.results)

    @cached_property
    def views(self) -> list[ScreenView]:
        """One at least, also on evenings without an event."""
        return [replace(view, of_several=True) for view in self._views()]

    def _views(self) -> Iterator[ScreenView]:
        for event in self.events:
            yield from event.winner_views()
        yield from sectioned("tables", self.tables)
        if len(self.tables) > 1:
            rounds = [each for event in self.events for each in event.now_played]
            yield from sectioned("names", seats_by_name(rounds))
        for event in self.events:
            yield from event.entry_views() if event.tournament.draw is None else event.standing_views()
        yield from sectioned("results", self.results[: MOST["results"]])
        if not self.events:
            yield ScreenView("next", self.next_events)


def events_of_evening(club: Club, now: datetime) -> QuerySet[Tournament]:
    """What is on tonight of what the club lists: it runs, begins soon or has just ended."""
    State = Tournament.State
    found = tournament_list().filter(club=club, listed=True)
    return found.annotate(begun_at=Coalesce("starts_at", "draw__recorded_at")).filter(
        Q(state=State.RUNNING) & (Q(begun_at__gte=now - BEGUN_WITHIN) | Q(ends_at__gte=now - AROUND))
        | Q(state=State.FINISHED, finished_at__gte=now - AROUND)
        | Q(state=State.OPEN, called_off=False, starts_at__range=(now - AROUND, now + AROUND))
    )


def events_to_come(club: Club, now: datetime) -> QuerySet[Tournament]:
    """The next of what the club lists."""
    found = tournament_list().filter(club=club, listed=True, called_off=False, starts_at__gt=now)
    return found.filter(state=Tournament.State.OPEN).order_by("starts_at", "pk")[: MOST["next"]]


def club_clocks(club: Club, now: datetime) -> Mapping[int, ClockFace]:
    """The clocks of a club's evening, by match: one query more than those of an event."""
    return event_clocks(events_of_evening(club, now).order_by("pk")[:MOST_EVENTS])


def club_screen(club: Club, now: datetime) -> ClubScreen:
    """The screen of a club: the queries of each event's screen, of so many at most."""
    events = [event_screen(each, now) for each in events_of_evening(club, now).order_by("pk")[:MOST_EVENTS]]
    return ClubScreen(club, events, () if events else list(events_to_come(club, now)))


def club_screen_version(club: Club, now: datetime) -> tuple[object, ...]:
    """What is another as soon as the screen shows anything else: the events, their versions, the minute."""
    numbers = sorted(events_of_evening(club, now).order_by().values_list("pk", flat=True))
    return club.pk, numbers, version_of_all(Tournament, numbers), f"{now:%Y%m%d%H%M}"
