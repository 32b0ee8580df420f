"""Signs of life, and what every room is asked for by the clock."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from matches.hooks import ROOMS

from .models import Heartbeat


def heartbeat_record(*, name: str, now: datetime | None = None) -> None:
    """Note that the process `name` is alive and able to write."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now or timezone.now()})


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
