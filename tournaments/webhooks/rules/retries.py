"""When a delivery is tried again, and when no more."""

from datetime import datetime, timedelta

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


def retry_at(attempts: int, since: datetime, now: datetime) -> datetime | None:
    """When to try again what has failed `attempts` times, wanted since then; None for no more."""
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    return now + pause if now + pause <= since + TRIED_FOR else None


def rest_until(silences: int, now: datetime) -> datetime:
    """Until when an endpoint is left alone that has not answered `silences` times in a row."""
    return now + RESTS[min(silences, len(RESTS)) - 1]
