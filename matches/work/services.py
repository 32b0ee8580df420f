"""Signs of life, and what every room is asked for by the clock."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError

from matches.hooks import ROOMS

from . import outbox
from .heartbeats import ALIVE
from .models import Heartbeat, Outbox
from .selectors import WORKER_GONE, database_now
from .statements import Statement

# How many times one message has more claimed of its kind before others have their turn.
TURNS = 20

log = structlog.get_logger(__name__)


def heartbeat_record(*, name: str) -> None:
    """Note that the process `name` is alive and able to write, by the database's clock."""
    _ALIVE(name=name, queues="")


_ALIVE = Statement(ALIVE)


def heartbeats_prune(*, now: datetime) -> None:
    """Forget the workers that have been gone for so long that nobody asks for them."""
    Heartbeat.objects.exclude(queues="").filter(at__lt=now - WORKER_GONE).delete()


class WorkFailed(ExceptionGroup[Exception]):
    """What pieces of work failed with, each of which is noted in the outbox."""


def work_note_failed(kind: str, subject: int, error: BaseException) -> None:
    """Note what a piece of work failed with; once too often, and it is set aside as a dead letter."""
    said = "".join(traceback.format_exception(error))
    if outbox.note_failed(kind, subject, said):
        log.error("work_set_aside", kind=kind, subject=subject, error=repr(error))


def dead_letters_retry(letters: Iterable[Outbox]) -> int:
    """Have what was set aside tried again, from the first time on; returns how many there were."""
    numbers = [letter.pk for letter in letters]
    revived = Outbox.objects.filter(pk__in=numbers, set_aside_at__isnull=False).update(
        set_aside_at=None, enqueued_at=None, attempts=0, failures=0
    )
    outbox.call_dispatcher()
    return revived


def dead_letters_drop(letters: Iterable[Outbox]) -> int:
    """Forget what was set aside: it will not be done, unless a sweep or somebody asks for it anew."""
    numbers = [letter.pk for letter in letters]
    return Outbox.objects.filter(pk__in=numbers, set_aside_at__isnull=False).delete()[0]


def work_together(kind: str, subject: int, most: int, carry_out: Callable[[list[int]], None]) -> None:
    """Carry out what was sent with what waits of its kind, `most` at once, until nothing of it does.

    Many cost little more than one, a message for each more than the work. Where they fail together each is
    tried alone, so that one which cannot be carried out holds up nobody. Raises WorkFailed.
    """
    failures: list[Exception] = []
    for turn in range(TURNS):
        due = outbox.claim(kind, most, sent=None if turn else subject)
        if not due:
            break
        failures += failures_of(kind, due, carry_out)
    else:
        outbox.call_dispatcher()
    if failures:
        raise WorkFailed(f"{kind} failed", failures)


def failures_of(kind: str, due: list[int], carry_out: Callable[[list[int]], None]) -> Iterator[Exception]:
    """Carry out what is due, each alone where they fail together; what still fails comes again later."""
    try:
        carry_out(due)
    except (OperationalError, SoftTimeLimitExceeded):
        # For want of the database, or of time, none of them can be tried now; each comes again, and alone.
        raise
    except Exception as error:
        if len(due) == 1:
            work_note_failed(kind, due[0], error)
            yield error
            return
        log.exception("work_together_failed", kind=kind, subjects=due)
        for subject in outbox.outbox_seen_of(kind, due):
            yield from failures_of(kind, [subject], carry_out)


def work_wake(*, now: datetime | None = None) -> None:
    """Make due what time alone brings."""
    now = now or database_now()
    for room in ROOMS.values():
        if room.wake is not None:
            room.wake(now)


def work_sweep(*, now: datetime | None = None) -> None:
    """Make due again whatever the facts say is missing. The outbox already holds nearly all of it."""
    now = now or database_now()
    for room in ROOMS.values():
        if room.sweep is not None:
            room.sweep(now)


def work_prune(*, now: datetime | None = None) -> None:
    """Forget what is old."""
    now = now or database_now()
    for room in ROOMS.values():
        if room.prune is not None:
            room.prune(now)


def caches_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between what is stored beside the facts and what they say, in words.

    With `repair` each is put right as it is found, or made due.
    """
    for room in ROOMS.values():
        if room.compare is not None:
            yield from room.compare(repair)


def caches_restore() -> None:
    """Compute, where an export was loaded, all that is stored beside the facts. Raises ExportContradicts."""
    for room in ROOMS.values():
        if room.restore is not None:
            room.restore()
    for room in ROOMS.values():
        if room.recompute is not None:
            room.recompute()
