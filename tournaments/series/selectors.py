"""Series, and what comes next in them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from tournaments.clubs.models import Appointment, Club
from tournaments.events.models import Tournament
from tournaments.events.selectors import latest_announced

from .models import Series
from .rules import announced_at, day_to_come, held_at

TO_CHOOSE_FROM = 20
"""How many of a club's latest events are offered to be copied."""


@dataclass(frozen=True, slots=True)
class NextEvent:
    """The day of the next event of a series, when it starts and when it is announced."""

    day: date
    starts_at: datetime
    announced_at: datetime


def series_list() -> QuerySet[Series]:
    """Every series that was not removed, the newest first."""
    fetched = Series.objects.select_related("club", "source__club", "source__venue")
    return fetched.filter(removed=False).order_by("-pk")


def series_visible(viewer: Caller) -> QuerySet[Series]:
    """Those that lists show somebody: one of an unlisted event, whoever runs the club."""
    if not isinstance(viewer, User):
        return series_list().filter(source__listed=True)
    if viewer.is_staff:
        return series_list()
    run = Appointment.objects.of_clubs(viewer).values("club")
    return series_list().filter(Q(source__listed=True) | Q(club__in=run))


def series_next(series: Series, now: datetime) -> NextEvent | None:
    """What comes next; None where it waits for somebody."""
    source = series.source
    if series.waits_for or source.starts_at is None:
        return None
    day = day_to_come(series.next_day, series.weeks, source.starts_at, source.zone, now)
    return NextEvent(
        day,
        held_at(day, source.starts_at, source.zone),
        announced_at(day, series.days_ahead, source.starts_at, source.zone),
    )


def series_due(now: datetime) -> list[int]:
    """Numbers of the series whose next event is to be announced by now: one query."""
    going = series_list().filter(stopped=False, source__called_off=False, source__removed=False)
    found = ((series.pk, series_next(series, now)) for series in going.order_by("pk"))
    return [number for number, following in found if following and following.announced_at <= now]


def events_to_repeat(club: Club) -> QuerySet[Tournament]:
    """The events of a club that a series can copy, the latest first."""
    return latest_announced(club).filter(called_off=False, starts_at__isnull=False)
