"""Signs of life, and what every room is asked for by the clock."""

from datetime import datetime

from django.utils import timezone

from matches.hooks import ROOMS
from matches.models import Heartbeat


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
