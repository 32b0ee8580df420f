"""Signs of life, and what every room is asked for by the clock."""

from collections.abc import Callable, Iterator
from datetime import datetime

import structlog
from django.db import OperationalError
from django.utils import timezone

from matches.hooks import ROOMS

from . import outbox
from .models import Heartbeat

log = structlog.get_logger(__name__)


def heartbeat_record(*, name: str, now: datetime | None = None) -> None:
    """Note that the process `name` is alive and able to write."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now or timezone.now()})


def work_together(kind: str, subject: int, most: int, carry_out: Callable[[list[int]], None]) -> None:
    """Carry out what is due of a subject with what waits longest of its kind, `most` at once.

    Many cost little more than one. Where they fail together each is left to its own task, so that one
    which cannot be carried out holds up nobody; nothing is done of what is not due any more.
    """
    due = outbox.subjects_due_with(kind, subject, most)
    if not due:
        return
    try:
        carry_out(due)
    except OperationalError:
        raise
    except Exception:
        if len(due) == 1:
            raise
        log.exception("work_together_failed", kind=kind, subjects=due)
        carry_out([subject])


def work_wake(*, now: datetime | None = None) -> None:
    """Make due what time alone brings."""
    for room in ROOMS.values():
        if room.wake is not None:
            room.wake(now or timezone.now())


def work_sweep(*, now: datetime | None = None) -> None:
    """Make due again whatever the facts say is missing. The outbox already holds nearly all of it."""
    for room in ROOMS.values():
        if room.sweep is not None:
            room.sweep(now or timezone.now())


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
