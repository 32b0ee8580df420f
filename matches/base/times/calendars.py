"""Calendars that programs subscribe to: iCalendar, RFC 5545."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from icalendar import Calendar, Event

KEPT = timedelta(days=60)
"""How long what is over stays in a calendar."""

ASKED_AGAIN = timedelta(hours=1)
"""How often a program is to look whether something has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """What stands in a calendar. key: permanent, of this entry alone. address: the path of its page.

    ends_at: None for a moment, such as a deadline. zone: in which its times are said.
    """

    key: str
    name: str
    address: str
    starts_at: datetime
    ends_at: datetime | None = None
    zone: tzinfo = UTC
    place: str = ""
    text: str = ""
    is_off: bool = False


def calendar_answer(request: HttpRequest, name: str, entries: Iterable[CalendarEntry]) -> HttpResponse:
    """The calendar as programs fetch it. Its entries were made in the language in force."""
    calendar = Calendar()
    calendar.add("prodid", "-//Golden Point//Golden Point//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", ASKED_AGAIN, {"value": "DURATION"})
    calendar.add("x-published-ttl", ASKED_AGAIN)
    now = timezone.now()
    for entry in entries:
        calendar.add_component(calendar_event(entry, now))
    calendar.add_missing_timezones()
    answer = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="golden-point.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def calendar_event(entry: CalendarEntry, now: datetime) -> Event:
    event = Event()
    event.add("uid", f"{entry.key}@{urlsplit(settings.PUBLIC_URL).hostname}")
    event.add("dtstamp", now)
    event.add("summary", entry.name)
    event.add("dtstart", entry.starts_at.astimezone(entry.zone))
    if entry.ends_at is not None:
        event.add("dtend", entry.ends_at.astimezone(entry.zone))
    if entry.place:
        event.add("location", entry.place)
    if entry.text:
        event.add("description", entry.text)
    event.add("url", settings.PUBLIC_URL + entry.address)
    event.add("status", "CANCELLED" if entry.is_off else "CONFIRMED")
    return event


def calendar_language(request: HttpRequest) -> "translation.override":
    """The language that the address of a calendar names: programs that fetch it ask for none."""
    wanted = request.GET.get("language", "")
    known = wanted in dict(settings.LANGUAGES)
    return translation.override(wanted if known else translation.get_language())
