"""The time: that of the database, which all hosts share, kept by the stopwatch of each process.

What was recorded has an order, and a ladder or a match is what its facts make in that order. By the clocks of
their hosts a challenge may have been before the join that it needs, and what a host that is fast has recorded
lies ahead of all that others look at.
"""

import time
from datetime import UTC, datetime

from psycopg import Connection

# The one that goes on while a laptop sleeps.
STOPWATCH = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
# Seconds: after which the database is asked again, and by which a host's own clock may differ and is taken.
APART, AGREES = 10.0, 0.25


class SharedClock:
    """Until it was first set it is the host's."""

    def __init__(self) -> None:
        self._set: tuple[float, float] | None = None

    def set_by(self, database: Connection) -> None:
        """Set it by the database, unless that was done a moment ago."""
        began = time.clock_gettime(STOPWATCH)
        if self._set is not None and began - self._set[1] < APART:
            return
        row = database.execute("SELECT extract(epoch FROM clock_timestamp())::double precision").fetchone()
        assert row is not None
        there, here = row[0], time.time()
        ended = time.clock_gettime(STOPWATCH)
        # An answer that took long says little.
        agrees = abs(there - here) <= AGREES + ended - began
        self._set = (here, ended) if agrees else (there, began)

    def now(self) -> datetime:
        if self._set is None:
            return datetime.now(UTC)
        at, moment = self._set
        return datetime.fromtimestamp(at + time.clock_gettime(STOPWATCH) - moment, UTC)


shared_clock = SharedClock()


def now() -> datetime:
    """Takes the place of Django's `timezone.now`, which all who record anything ask."""
    return shared_clock.now()
