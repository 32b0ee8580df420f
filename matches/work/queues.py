"""The queues of Celery: one for each sort of work, so that nothing long is before a result.

Whoever runs workers gives each queue processes of its own; a worker that is told of none takes from all.
"""

from dataclasses import dataclass
from enum import StrEnum


class Queue(StrEnum):
    """A sort of work, in the order in which a result needs it."""

    # Reports are refereed, and matches whose time is up.
    JUDGE = "judge"
    # Draws, rounds, ladders, ponds, series and tables go on.
    ADVANCE = "advance"
    # Ratings follow the results.
    RATE = "rate"
    # Notices, mails and webhooks go out.
    NOTIFY = "notify"
    # Figures that nobody waits for.
    ANALYSE = "analyse"
    # What may take an hour.
    BULK = "bulk"


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that a task may take: until it is interrupted, and until its process is killed."""

    soft: int
    hard: int


LIMITS = {
    Queue.JUDGE: Limits(60, 75),
    Queue.ADVANCE: Limits(60, 75),
    Queue.RATE: Limits(120, 150),
    Queue.NOTIFY: Limits(120, 150),
    Queue.ANALYSE: Limits(600, 660),
    Queue.BULK: Limits(3 * 3600, 3 * 3600 + 60),
}

# Without workers for these no result comes to anything.
PROMPT = (Queue.JUDGE, Queue.ADVANCE)
# Nobody waits for these.
PATIENT = tuple(queue for queue in Queue if queue not in PROMPT)
