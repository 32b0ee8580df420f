"""Whether everything that should be working is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

from celery import current_app
from django.db import Error as DatabaseError
from django.db.models import Count, Min, Q, QuerySet
from kombu.exceptions import OperationalError

from .models import Heartbeat, Outbox
from .queues import PROMPT, Queue
from .statements import Statement

# The dispatcher beats every 5 seconds, every worker every 15; and one of those that referee when beat asks
# it to, as often.
DISPATCHER_SILENT = timedelta(seconds=20)
WORKER_SILENT = timedelta(seconds=45)
# A worker that has been silent for so long has been taken away; who stops when asked to says so.
WORKER_GONE = timedelta(hours=1)


_NOW = Statement("SELECT statement_timestamp()")


def database_now() -> datetime:
    """The time by the database's clock, which all hosts share; theirs may be wrong, each in its way."""
    ((now,),) = _NOW()
    return cast(datetime, now)


@dataclass(slots=True)
class Health:
    """Whether the service does its work.

    `parts` says "ok" or what is wrong, of what no result goes without; `queues` the same of each queue, by
    whether a worker lives that takes from it; `workers` of each worker. `waiting` counts the work that is
    due, `set_aside` what could not be carried out, time after time.
    """

    parts: dict[str, str] = field(default_factory=dict)
    queues: dict[str, str] = field(default_factory=dict)
    workers: dict[str, str] = field(default_factory=dict)
    waiting: int = 0
    oldest_seconds: float = 0.0
    set_aside: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether requests are answered, and results come to something."""
        return all(state == "ok" for state in self.parts.values())

    @property
    def is_ok(self) -> bool:
        states = (*self.parts.values(), *self.queues.values(), *self.workers.values())
        return all(state == "ok" for state in states) and not self.set_aside

    def as_dict(self) -> dict[str, Any]:
        return {"status": "ok" if self.is_ok else "degraded", **asdict(self)}


def service_health() -> Health:
    """Database, broker, dispatcher, queues and workers, each asked or judged by its last sign of life."""
    found = Health(parts={"broker": broker_health()})
    try:
        now = database_now()
        beats = {beat.name: beat for beat in Heartbeat.objects.all()}
        due = Outbox.objects.aggregate(
            waiting=Count("pk", filter=Q(set_aside_at=None)),
            oldest=Min("created_at", filter=Q(set_aside_at=None)),
            set_aside=Count("set_aside_at"),
        )
    except DatabaseError as error:
        found.parts["database"] = f"unreachable: {type(error).__name__}"
        found.parts["dispatcher"] = found.parts["worker"] = "unknown"
        return found
    found.parts["database"] = "ok"
    found.waiting, found.set_aside = due["waiting"], due["set_aside"]
    found.oldest_seconds = round((now - due["oldest"]).total_seconds(), 1) if due["oldest"] else 0.0
    for name, silent in (("dispatcher", DISPATCHER_SILENT), ("worker", WORKER_SILENT)):
        beat = beats.pop(name, None)
        found.parts[name] = heartbeat_health(beat.at if beat else None, now, silent)
    workers = [beat for beat in beats.values() if beat.queues and now - beat.at <= WORKER_GONE]
    found.workers = {beat.name: heartbeat_health(beat.at, now, WORKER_SILENT) for beat in workers}
    served = {queue for beat in workers if found.workers[beat.name] == "ok" for queue in beat.queues.split()}
    found.queues = {queue.value: "ok" if queue in served else "no worker" for queue in Queue}
    for queue in PROMPT:
        if found.parts["worker"] == "ok" and found.queues[queue] != "ok":
            found.parts["worker"] = f"none takes from the queue {queue}"
    return found


def dead_letters(*, kind: str | None = None, subject: int | None = None) -> QuerySet[Outbox]:
    """What was set aside because it could not be carried out, the oldest first: all, or of a kind, or one."""
    found = Outbox.objects.filter(set_aside_at__isnull=False).order_by("set_aside_at", "pk")
    if kind is not None:
        found = found.filter(kind=kind)
    return found if subject is None else found.filter(subject=subject)


@contextmanager
def broker_at_once() -> Iterator[Any]:
    """A connection to the broker, for who does not wait for it. Raises OperationalError, OSError."""
    with current_app.connection_for_read(
        connect_timeout=1, transport_options={"socket_timeout": 1}
    ) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
        yield broker


def broker_health() -> str:
    try:
        with broker_at_once():
            pass
    except (OperationalError, OSError) as error:
        return f"unreachable: {type(error).__name__}"
    return "ok"


def heartbeat_health(at: datetime | None, now: datetime, silent: timedelta) -> str:
    if at is None:
        return "has not been seen"
    seconds = (now - at).total_seconds()
    return "ok" if seconds <= silent.total_seconds() else f"silent for {seconds:.0f} s"
