"""Series, who sees them, and what comes next in them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from tournaments.clubs.models import Appointment, Club
from tournaments.events.models import Tournament
from tournaments.events.rules.dates import wall_time
from tournaments.events.selectors import latest_announced

from .models import Series, SeriesAnnouncement
from .rules import announced_at, day_to_come, held_at

TO_CHOOSE_FROM = 20
"""How many of a club's latest events are offered to be copied."""

REASONS_TO_WAIT = (
    "stopped",
    "source_removed",
    "source_called_off",
    "source_without_start",
    "over",
    "refused",
)
"""Why a series announces nothing, the first that holds."""


@dataclass(frozen=True, slots=True)
class NextEvent:
    """The day of the next event of a series, when it starts and when it is announced."""

    day: date
    starts_at: datetime
    announced_at: datetime


@dataclass(frozen=True, slots=True)
class SeriesOutlook:
    """A series, what comes next in it, and why nothing is announced: "" where that is done in time.

    One that was refused is tried again, so something comes next in it. announced: the latest event of it, if
    that is still to start.
    """

    series: Series
    waits_for: str
    following: NextEvent | None
    announced: Tournament | None = None

    def next_held_on(self, beside: Tournament | None = None) -> date | None:
        """The day on which the next one is held, announced or not yet; `beside` that event."""
        event = self.announced
        if event is not None and event != beside and event.starts_at is not None:
            return wall_time(event.starts_at, event.zone).date()
        return None if self.following is None else self.following.day


def series_list() -> QuerySet[Series]:
    """Every series that was not removed, the newest first."""
    return series_with_source().filter(removed=False).order_by("-pk")


def series_with_source() -> QuerySet[Series]:
    return Series.objects.select_related("club", "source__club", "source__venue")


def series_shown_to(viewer: Caller) -> Q:
    """The condition on series that somebody finds: of an event in their lists, or of a club that they run."""
    shown = Q(source__in=Tournament.objects.listed_to(viewer).values("pk"))
    if not isinstance(viewer, User):
        return shown
    run = Appointment.objects.of_clubs(viewer).values("club")
    return Q() if viewer.is_staff else shown | Q(club__in=run)


def series_visible(viewer: Caller) -> QuerySet[Series]:
    """Those that somebody finds."""
    return series_list().filter(series_shown_to(viewer))


def series_of_event(tournament: Tournament, viewer: Caller) -> Series | None:
    """The series that an event is part of, the newest that somebody finds: it copies it, or announced it."""
    facts = SeriesAnnouncement.objects.filter(Q(tournament=tournament) | Q(copied=tournament))
    is_of_it = Q(source=tournament) | Q(pk__in=facts.values("series"))
    # Few events are part of any, and who finds it takes longest to say.
    if not Series.objects.filter(is_of_it).exists():
        return None
    return series_visible(viewer).filter(is_of_it).first()


def series_outlook(series: Series, now: datetime) -> SeriesOutlook:
    """What comes next in a series, or why nothing does."""
    source = series.source
    held_up = {
        "stopped": series.stopped,
        "source_removed": source.removed,
        "source_called_off": source.called_off,
        "source_without_start": source.starts_at is None,
    }
    waits_for = next((code for code, holds in held_up.items() if holds), "")
    if waits_for or source.starts_at is None:
        return SeriesOutlook(series, waits_for, None)
    announced = source if source.starts_at > now else None
    day = day_to_come(series.next_day, series.weeks, source.starts_at, source.zone, now)
    if series.last_day is not None and day > series.last_day:
        return SeriesOutlook(series, "over", None, announced)
    following = NextEvent(
        day,
        held_at(day, source.starts_at, source.zone),
        announced_at(day, series.days_ahead, source.starts_at, source.zone),
    )
    return SeriesOutlook(series, "refused" if series.refused else "", following, announced)


def series_due(now: datetime) -> list[int]:
    """Numbers of the series whose next event is to be announced by now: one query."""
    going = series_list().filter(stopped=False, source__called_off=False, source__removed=False)
    found = ((series.pk, series_outlook(series, now).following) for series in going.order_by("pk"))
    return [number for number, following in found if following and following.announced_at <= now]


def events_to_repeat(club: Club) -> QuerySet[Tournament]:
    """The events of a club that a series can copy, the latest first."""
    return latest_announced(club).filter(called_off=False, starts_at__isnull=False)
