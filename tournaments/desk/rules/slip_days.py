"""Until when the code of a score slip opens anything: the day on which its match is played, and a grace.

Plain data: no Django, no clock.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def day_of_slip(printed_at: datetime, moments: Iterable[datetime | None], zone: ZoneInfo) -> date:
    """The day a slip is for, where the event is played: that of its printing, or the latest of some moments.

    moments: when event and match begin, and by when the match is played; None where that is not said.
    """
    return max(moment.astimezone(zone).date() for moment in (printed_at, *moments) if moment is not None)


def slip_ends(day: date, zone: ZoneInfo, grace: timedelta) -> datetime:
    """The end of the day that a slip is for, and as long again as an evening may take."""
    return datetime.combine(day + timedelta(days=1), time(), zone) + grace
