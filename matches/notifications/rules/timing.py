"""When a notice goes out: quiet hours, pauses that make one mail of several, the daily digest. No Django."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

# What comes of one cause, such as a round, comes within moments of each other.
SETTLING = timedelta(seconds=20)
# Between two mails to one person, but for what is urgent.
PAUSE = timedelta(minutes=10)
DIGEST_AT = time(8, 0)


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody wants to be told: the quiet hours in their zone (none where both are equal), and whether
    what is urgent comes then too; `daily`: what is not urgent comes once a day, at DIGEST_AT.
    """

    zone: tzinfo
    quiet_from: time
    quiet_to: time
    urgent_at_night: bool
    daily: bool


def notice_goes_at(
    now: datetime,
    habits: Habits,
    *,
    urgent: bool = False,
    deadline: datetime | None = None,
    last_at: datetime | None = None,
) -> datetime:
    """When a notice of now goes out. `last_at`: when the last one that was not urgent did, or is to.

    Of what can be done until a deadline before the next digest the digest would be too late to tell.
    """
    if urgent:
        return now if habits.urgent_at_night else quiet_hours_end(now, habits)
    at = now + SETTLING
    if habits.daily:
        digest = next_digest(now, habits)
        if deadline is None or deadline > digest:
            return quiet_hours_end(digest, habits)
    elif last_at is not None:
        at = min(max(at, last_at if last_at >= now else last_at + PAUSE), now + PAUSE)
    return quiet_hours_end(at, habits)


def quiet_hours_end(at: datetime, habits: Habits) -> datetime:
    """The moment itself, or the end of the quiet hours in which it is."""
    start, end = habits.quiet_from, habits.quiet_to
    local = at.astimezone(habits.zone)
    clock = local.time().replace(tzinfo=None)
    over_midnight = start > end
    quiet = (clock >= start or clock < end) if over_midnight else start <= clock < end
    if not quiet:
        return at
    day = local.date() + timedelta(days=1) if over_midnight and clock >= start else local.date()
    # Where clocks go forward just then, it may lie before the moment.
    return max(at, datetime.combine(day, end, tzinfo=habits.zone).astimezone(at.tzinfo))


def next_digest(now: datetime, habits: Habits) -> datetime:
    """When the next daily digest goes out."""
    local = now.astimezone(habits.zone)
    day = local.date() + timedelta(days=local.time() >= DIGEST_AT)
    return datetime.combine(day, DIGEST_AT, tzinfo=habits.zone).astimezone(now.tzinfo)
