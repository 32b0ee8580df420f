"""Whether everything that should be working is."""

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import Error as DatabaseError
from django.db.models import Min
from django.utils import timezone
from kombu.exceptions import OperationalError

from .models import Heartbeat, Outbox

# The dispatcher beats every 5 seconds, the worker when beat asks it to, every 10.
DISPATCHER_SILENT = timedelta(seconds=20)
WORKER_SILENT = timedelta(seconds=45)


@dataclass(slots=True)
class Health:
    """`parts` says "ok" or what is wrong, per part; `waiting` counts the work that is due."""

    parts: dict[str, str] = field(default_factory=dict)
    waiting: int = 0
    oldest_seconds: float = 0.0

    @property
    def is_ok(self) -> bool:
        return all(state == "ok" for state in self.parts.values())

    def as_dict(self) -> dict[str, Any]:
        return {"status": "ok" if self.is_ok else "degraded", **asdict(self)}


def service_health(now: datetime | None = None) -> Health:
    """Database, broker, dispatcher and worker, each asked or judged by its last sign of life."""
    now = now or timezone.now()
    found = Health(parts={"broker": broker_health()})
    try:
        beats = dict(Heartbeat.objects.values_list("name", "at"))
        due = Outbox.objects.aggregate(oldest=Min("created_at"))
        found.waiting = Outbox.objects.count()
    except DatabaseError as error:
        found.parts["database"] = f"unreachable: {type(error).__name__}"
        found.parts["dispatcher"] = found.parts["worker"] = "unknown"
        return found
    found.parts["database"] = "ok"
    found.oldest_seconds = round((now - due["oldest"]).total_seconds(), 1) if due["oldest"] else 0.0
    found.parts["dispatcher"] = heartbeat_health(beats.get("dispatcher"), now, DISPATCHER_SILENT)
    found.parts["worker"] = heartbeat_health(beats.get("worker"), now, WORKER_SILENT)
    return found


def broker_health() -> str:
    try:
        with current_app.connection_for_read(
            connect_timeout=1, transport_options={"socket_timeout": 1}
        ) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
    except (OperationalError, OSError) as error:
        return f"unreachable: {type(error).__name__}"
    return "ok"


def heartbeat_health(at: datetime | None, now: datetime, silent: timedelta) -> str:
    if at is None:
        return "has not been seen"
    seconds = (now - at).total_seconds()
    return "ok" if seconds <= silent.total_seconds() else f"silent for {seconds:.0f} s"
