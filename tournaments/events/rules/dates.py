"""The times and the name of an event that is held again, on the same weekday at the same hour."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

WEEK = timedelta(weeks=1)
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# What is counted in a name: a number at its end behind a space or "#", or between 第 and 回.
COUNTED = re.compile(r"(?<=[ #])[0-9]{1,5}$|(?<=第)[0-9]{1,5}(?=回)")


def wall_time(moment: datetime, zone: tzinfo) -> datetime:
    """What clocks of a zone show then, without the zone."""
    return moment.astimezone(zone).replace(tzinfo=None)


def moment_of(shown: datetime, zone: tzinfo) -> datetime:
    """When clocks of a zone show this: the first time, where they show it twice.

    Where they are put forward past it, it is as long after that as it would have been.
    """
    return shown.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def shifted(moment: datetime, shift: timedelta, zone: tzinfo) -> datetime:
    """The moment at which clocks of a zone show so much more."""
    return moment_of(wall_time(moment, zone) + shift, zone)


def next_week_of(moment: datetime, now: datetime, zone: tzinfo) -> datetime:
    """The same weekday and time of day the next time after both `now` and the moment itself."""
    weeks = max((now - moment) // WEEK, 1)
    found = shifted(moment, weeks * WEEK, zone)
    return found if found > now else shifted(moment, (weeks + 1) * WEEK, zone)


def next_on_weekday(weekday: int, hour: time, now: datetime, zone: tzinfo) -> datetime:
    """The next moment after `now` that is this time of day on this weekday, Monday 0."""
    today = wall_time(now, zone).date()
    days = (weekday - today.weekday()) % 7
    found = moment_of(datetime.combine(today + timedelta(days=days), hour), zone)
    return found if found > now else shifted(found, WEEK, zone)


def next_at(hour: time, after: datetime, zone: tzinfo) -> datetime:
    """The first moment after another at which clocks of a zone show this time of day."""
    found = moment_of(datetime.combine(wall_time(after, zone).date(), hour), zone)
    return found if found > after else shifted(found, timedelta(days=1), zone)


def following_name(name: str, before: date | None = None, after: date | None = None) -> str:
    """The name of an event, for the next one: with the date moved on that it has in it, or the number.

    `before` is the day of the event, as the name may write it, and `after` that of the next.
    """
    if before is not None and after is not None:
        for old, new in zip(written_dates(before), written_dates(after), strict=True):
            if found := search_date(old, name):
                return f"{name[: found.start()]}{new}{name[found.end() :]}"
    found = search_number(name, before)
    if found is None:
        return name
    return f"{name[: found.start()]}{int(found[0]) + 1:0{len(found[0])}d}{name[found.end() :]}"


def name_of_kind(name: str, day: date | None = None) -> str:
    """What events have in common that follow one another: the name without its date or number."""
    dates = () if day is None else written_dates(day)
    found = next((found for old in dates if (found := search_date(old, name))), None) or search_number(
        name, day
    )
    rest = name if found is None else f"{name[: found.start()]}{name[found.end() :]}"
    return rest.strip(" #,").casefold()


def search_date(written: str, name: str) -> re.Match[str] | None:
    """Where a date stands in a name, and not as the end or the beginning of another."""
    return re.search(rf"(?<![0-9A-Za-z]){re.escape(written)}(?![0-9])", name)


def search_number(name: str, day: date | None) -> re.Match[str] | None:
    """Where the number of an event stands in its name; a year is none."""
    found = COUNTED.search(name)
    return None if found is None or (day is not None and int(found[0]) == day.year) else found


def written_dates(day: date) -> Iterator[str]:
    """A day as names have it; what is a part of another comes behind it."""
    month = MONTHS[day.month - 1]
    year, number = day.year, day.day
    yield f"{year}年{day.month}月{number}日"
    yield f"{day.month}月{number}日"
    yield f"{number} {month} {year}"
    yield f"{month} {number}, {year}"
    yield f"{number}. {month}"
    yield f"{number} {month}"
    yield f"{month} {number}"
    yield f"{number} {month[:3]}"
    yield f"{month[:3]} {number}"
    yield day.isoformat()
    yield f"{year}/{day.month:02}/{number:02}"
    yield f"{year}/{day.month}/{number}"
    yield f"{number:02}.{day.month:02}.{year}"
    yield f"{number}.{day.month}.{year}"
    yield f"{number:02}/{day.month:02}/{year}"
    yield f"{day.month:02}/{number:02}/{year}"
    yield f"{number}.{day.month}."
