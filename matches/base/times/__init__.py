"""Times as people read them: in which zone they are said, and how they are written.

A page says times in the zone of the event that it is about, else in the reader's. Where a reader would take
them for others, the zone is named. Programs are answered in UTC.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import date, datetime, time, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from ..errors import UnknownTimeZone

# Old names and those of no place; people look for a city.
PLACES = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

_expected_zone: ContextVar[tzinfo | None] = ContextVar("_expected_zone", default=None)


@cache
def time_zones() -> Sequence[str]:
    """The IANA's names of time zones by city, and UTC, in order."""
    return ["UTC", *sorted(name for name in available_timezones() if name.split("/")[0] in PLACES)]


def check_time_zone(name: str) -> None:
    """Raises UnknownTimeZone; no name at all is for whoever asks to fill."""
    if name and name not in time_zones():
        raise UnknownTimeZone(
            "There is no time zone %(time_zone)s. Name one of the IANA's by its city, such as Asia/Tokyo.",
            {"time_zone": repr(name)},
            time_zone=name,
        )


@contextmanager
def read_in_zone(zone: str, *, known: bool) -> Iterator[None]:
    """Times are said in this zone meanwhile; `known`: it is the reader's own, and need not be named."""
    found = ZoneInfo(zone)
    token = _expected_zone.set(found if known else None)
    try:
        with timezone.override(found):
            yield
    finally:
        _expected_zone.reset(token)


def said_in(zone: tzinfo | None) -> AbstractContextManager[object]:
    """Times are said in this zone meanwhile, as on the pages of an event; None changes nothing."""
    return nullcontext() if zone is None else timezone.override(zone)


def zones_in_force() -> str:
    """Names all that how a time is written depends on, beside the language."""
    return f"{timezone.get_current_timezone_name()} {_expected_zone.get()}"


def describe_moment(moment: datetime, form: str = "DATETIME_FORMAT") -> str:
    """A time in the zone and the language in force; the zone is named where the reader expects another."""
    local = timezone.localtime(moment)
    written = date_format(local, form)
    return written if is_zone_expected(moment) else f"{written} {local:%Z}"


def is_zone_expected(moment: datetime) -> bool:
    """Whether the reader's clock shows then what a clock in the zone in force does."""
    expected = _expected_zone.get()
    return expected is not None and moment.astimezone(expected).replace(tzinfo=None) == timezone.localtime(
        moment
    ).replace(tzinfo=None)


def describe_day(day: date, form: str = "DATE_FORMAT") -> str:
    """A day in the language in force; of a time, the day that it is then in the zone in force."""
    return date_format(timezone.localtime(day) if isinstance(day, datetime) else day, form)


def day_begins(day: date) -> datetime:
    """When a day begins in the zone in force."""
    return timezone.make_aware(datetime.combine(day, time.min))


def day_ends(day: date) -> datetime:
    """The last moment of a day in the zone in force."""
    return timezone.make_aware(datetime.combine(day, time.max))


def service_day(moment: datetime) -> date:
    """The day that it is then where the service is at home: memberships begin and end with it."""
    return moment.astimezone(ZoneInfo(settings.READER_TIME_ZONE)).date()
