"""When a delivery is tried again, and when no more."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

# After each attempt that failed; the last goes on until the day is over.
PAUSES = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=4),
)
TRIED_FOR = timedelta(days=1)
PAUSED_AFTER = timedelta(days=3)
"""How long an endpoint fails, without one success, before nothing is sent there any more."""

# How long an endpoint that does not answer at all is left alone, whatever else is to go there.
RESTS = PAUSES[:4]


def retry_at(attempts: int, since: datetime, now: datetime, asked: datetime | None = None) -> datetime | None:
    """When to try again what has failed `attempts` times, wanted since then; None for no more.

    asked: the receiver wants to be left alone until then, which it is while the day lasts.
    """
    last = since + TRIED_FOR
    at = now + PAUSES[min(attempts, len(PAUSES)) - 1]
    if asked is not None:
        at = max(at, min(asked, last))
    return at if at <= last else None


def asked_to_wait_until(said: str, now: datetime) -> datetime | None:
    """What `Retry-After` says, seconds or a date (RFC 9110, 10.2.3), a day at most; None where neither."""
    said = said.strip()
    if re.fullmatch("[0-9]+", said):
        # Of more digits than these a number is longer than any day.
        return now + min(timedelta(seconds=int(said[:9])), TRIED_FOR)
    with suppress(ValueError, OverflowError):
        date = parsedate_to_datetime(said)
        return min(date if date.tzinfo else date.replace(tzinfo=UTC), now + TRIED_FOR).astimezone(UTC)
    return None


def rest_until(silences: int, now: datetime) -> datetime:
    """Until when an endpoint is left alone that has not answered `silences` times in a row."""
    return now + RESTS[min(silences, len(RESTS)) - 1]
