"""On which day the next event of a series is held, and when it is announced."""

from datetime import date, datetime, timedelta, tzinfo

from tournaments.events.rules.dates import moment_of, wall_time

WEEKS_MAX = 52
DAYS_AHEAD_MAX = 180


def held_at(day: date, source_starts_at: datetime, zone: tzinfo) -> datetime:
    """When an event starts on a day: as clocks of the zone showed at the start of the one it copies."""
    return moment_of(datetime.combine(day, wall_time(source_starts_at, zone).time()), zone)


def announced_at(day: date, days_ahead: int, source_starts_at: datetime, zone: tzinfo) -> datetime:
    """When an event of a day is announced: so many days before, at the time of day at which it starts."""
    return held_at(day - timedelta(days=days_ahead), source_starts_at, zone)


def day_to_come(day: date, weeks: int, source_starts_at: datetime, zone: tzinfo, now: datetime) -> date:
    """The first day of a series, from `day` on, whose event is still to start."""
    step = timedelta(weeks=weeks)
    if held_at(day, source_starts_at, zone) <= now:
        day += (wall_time(now, zone).date() - day) // step * step
        while held_at(day, source_starts_at, zone) <= now:
            day += step
    return day
