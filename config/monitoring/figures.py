"""What is read of the database and of the broker: a few cheap questions, however much there is.

Both may be away; then what is missing is missing, and the rest is as ever.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import structlog
from celery import current_app
from django.db import Error as DatabaseError
from kombu.exceptions import OperationalError
from psycopg_pool import PoolTimeout
from redis.exceptions import RedisError

from config.broker import queue_lengths
from config.embedded.layout import PROJECT
from matches.work.outbox import NOT_IN_HAND
from matches.work.queues import Queue
from matches.work.selectors import WORKER_GONE, WORKER_SILENT, broker_at_once
from matches.work.statements import Statement
from matches.work.tasks import QUEUES

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WorkFigures:
    """Of one kind of work: how much is due, was sent to workers, was set aside; the age of the oldest."""

    kind: str
    queue: str
    waiting: int = 0
    in_hand: int = 0
    set_aside: int = 0
    oldest_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Sign:
    """When a process last showed that it lives, in seconds; and of a worker from which queues it takes."""

    name: str
    seconds: float
    queues: tuple[str, ...]

    @property
    def lives(self) -> bool:
        return self.seconds <= WORKER_SILENT.total_seconds()


@dataclass(frozen=True, slots=True)
class DatabaseFigures:
    """What PostgreSQL says: work, signs of life, version, connections to the server, size of the database."""

    work: list[WorkFigures]
    signs: list[Sign]
    version: str
    connections: int
    connections_max: int
    bytes: int

    def workers(self) -> dict[str, int]:
        """How many living workers take from each queue."""
        return {queue: sum(sign.lives and queue in sign.queues for sign in self.signs) for queue in Queue}


@dataclass(frozen=True, slots=True)
class BrokerFigures:
    """What Redis says: messages by queue, those that workers have taken, its version."""

    messages: dict[str, int] = field(default_factory=dict)
    in_hand: int = 0
    version: str = ""


def database_figures() -> DatabaseFigures | None:
    """None where the database is away."""
    try:
        work = {row[0]: row[1:] for row in _WORK()}
        rows = _SERVER(gone=WORKER_GONE.total_seconds())
    except (DatabaseError, PoolTimeout) as error:
        log.warning("metrics_database_unavailable", error=type(error).__name__)
        return None
    number, connections, most, size = rows[0][:4]
    # Every kind there is has its figures, though nothing of it is due.
    current_app.loader.import_default_modules()
    other = current_app.conf.task_default_queue
    return DatabaseFigures(
        [
            WorkFigures(kind, str(QUEUES.get(kind, other)), *work.get(kind, ()))
            for kind in sorted({*QUEUES, *work})
        ],
        [
            Sign(name, seconds, tuple(queues.split()))
            for *_, name, seconds, queues in rows
            if name is not None
        ],
        number,
        connections,
        most,
        size,
    )


_WORK = Statement(f"""
SELECT kind,
    count(*) FILTER (WHERE set_aside_at IS NULL),
    count(*) FILTER (WHERE set_aside_at IS NULL AND NOT {NOT_IN_HAND}),
    count(set_aside_at),
    coalesce(
        extract(epoch FROM now() - min(created_at) FILTER (WHERE set_aside_at IS NULL)), 0
    )::double precision
FROM matches_outbox GROUP BY kind
""")

# Who was taken away is missed for a while, and then no more. Connections to all databases of the server are
# counted, as its limit does.
_SERVER = Statement("""
SELECT server.*, beat.name, extract(epoch FROM now() - beat.at)::double precision, beat.queues
FROM (
    SELECT current_setting('server_version'),
        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
        current_setting('max_connections')::int,
        pg_database_size(current_database())
) AS server
LEFT JOIN matches_heartbeat AS beat ON beat.queues = '' OR beat.at > now() - make_interval(secs => %(gone)s)
ORDER BY beat.name
""")


def broker_figures() -> BrokerFigures | None:
    """None where the broker is away."""
    try:
        with broker_at_once() as broker:
            channel: Any = broker.default_channel
            messages = queue_lengths(channel)
            in_hand = channel.client.hlen(channel.unacked_key)
            server = channel.client.info("server")
    except (OperationalError, RedisError, OSError) as error:
        log.warning("metrics_broker_unavailable", error=type(error).__name__)
        return None
    return BrokerFigures(messages, in_hand, str(server.get("redis_version", "")))


@cache
def service_version() -> str:
    """The version of the service, as `pyproject.toml` says."""
    found = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    return str(found["project"]["version"])
