"""The dispatcher: carries what is due from the outbox to Celery.

It hears of new work by NOTIFY, and looks anyway: every second while there is work, else seldom. A row stays
in the outbox until a worker has done it, and is sent again after 2, 4, 8 ... 60 seconds; so a message that
Redis or a worker lost is only late. It talks to Redis only between statements, never holding a lock. A thread
beside it makes due what time alone brings.
"""

import contextlib
import json
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from select import select
from typing import Any

import psycopg
import structlog
from kombu import Producer
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from config.broker import queue_lengths
from config.celery import app
from config.database import session_parameters
from config.deadlines import DeadlineWatch
from matches.work.heartbeats import ALIVE
from matches.work.outbox import CHANNEL, NOT_IN_HAND
from matches.work.tasks import QUEUES, TOGETHER

# Messages that a queue may hold: where more wait, each is taken for lost before its turn, and sent again.
WINDOW = 500
# Seconds: between looks, and at least, however much is heard of; between signs of life; between attempts to
# reach what is away.
LOOK, APART, HEARTBEAT, RETRY = 1.0, 0.01, 5.0, 1.0
# ... and between looks while a queue is full, and while nothing is due at all.
LOOK_FULL, LOOK_IDLE = 0.25, 5.0
BROKER_TIMEOUT = 1.0

# Of what is carried out together one is sent, unless one is in hand: whoever is sent for it claims the rest.
# What has been sent before is none of those; it may be what workers die of. A queue holds what its workers do
# soon, not all that waits.
_CLAIM = f"""
    WITH sent_once AS MATERIALIZED (
        SELECT DISTINCT kind FROM matches_outbox
        WHERE set_aside_at IS NULL AND attempts = 1 AND NOT {NOT_IN_HAND}
    ), queue AS MATERIALIZED (
        SELECT * FROM unnest(%(queues)s::text[], %(room)s::int[]) WITH ORDINALITY AS known (name, room, place)
    ), waiting AS MATERIALIZED (
        SELECT id, kind, created_at, attempts, coalesce(%(queue_of)s::jsonb ->> kind, %(other)s) AS queue
        FROM matches_outbox WHERE {NOT_IN_HAND}
    ), first AS MATERIALIZED (
        SELECT DISTINCT ON (kind) id FROM waiting
        WHERE kind = ANY(%(together)s) AND attempts = 0
            AND kind NOT IN (SELECT kind FROM sent_once)
        ORDER BY kind, created_at, id
    ), due AS MATERIALIZED (
        SELECT queue.place, chosen.id FROM queue CROSS JOIN LATERAL (
            SELECT id FROM waiting
            WHERE waiting.queue = queue.name
                AND (kind <> ALL(%(together)s) OR attempts > 0 OR id IN (SELECT id FROM first))
            ORDER BY created_at, id
            LIMIT queue.room
        ) AS chosen
    ), claimed AS MATERIALIZED (
        SELECT id FROM matches_outbox WHERE id IN (SELECT id FROM due) AND {NOT_IN_HAND}
        FOR UPDATE SKIP LOCKED
    ), sent AS (
        UPDATE matches_outbox SET enqueued_at = now(), attempts = attempts + 1
        WHERE id IN (SELECT id FROM claimed)
        RETURNING id, kind, subject, enqueued_at
    )
    SELECT id, kind, subject, enqueued_at FROM sent JOIN due USING (id) ORDER BY place, id
"""
# Only what nobody has touched since: somebody else may have asked for the work, or sent it.
_RELEASE = """
    UPDATE matches_outbox SET enqueued_at = NULL, attempts = attempts - 1
    WHERE id IN (
        SELECT id FROM matches_outbox
        WHERE id = ANY(%s) AND enqueued_at = %s AND attempts > 0
        FOR UPDATE SKIP LOCKED
    )
"""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Due:
    """A row of the outbox that was claimed to be sent."""

    id: int
    kind: str
    subject: int
    claimed_at: object


class Stopped(Exception):
    """Leaves the wait for news."""


def wait_for_news(database: psycopg.Connection, seconds: float) -> None:
    """Until there is some, or the time is over; psycopg itself would look ten times a second."""
    # What came with the answer to a statement has been read already.
    if not any(database.notifies(timeout=0)):
        select([database.fileno()], [], [], seconds)
        for _ in database.notifies(timeout=0):
            pass


def is_work_left(database: psycopg.Connection) -> bool:
    """Whether anything is still to be done, in hand or not."""
    return bool(database.execute("SELECT FROM matches_outbox WHERE set_aside_at IS NULL LIMIT 1").rowcount)


class Dispatcher:
    def __init__(self) -> None:
        self._stopping = self._waiting = False
        self._beaten = float("-inf")
        self._broker_back_at = 0.0
        self._producer: Producer | None = None
        app.loader.import_default_modules()

    def run_until_stopped(self) -> None:
        """Dispatch until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop_on_signal)
        log.info("dispatcher_started")
        deadlines = DeadlineWatch()
        deadlines.start()
        with contextlib.suppress(Stopped):
            while not self._stopping:
                try:
                    self._dispatch_as_it_comes()
                except psycopg.Error as error:
                    log.warning("dispatcher_database_lost", error=str(error).strip())
                    with self._allow_interrupt():
                        time.sleep(RETRY)
        deadlines.stop()
        log.info("dispatcher_stopped")

    def dispatch_batch(self, database: psycopg.Connection) -> int:
        """Send what is due, as much as the queues may hold; returns how many rows that was."""
        if time.monotonic() < self._broker_back_at:
            return 0
        try:
            room = self._room()
        except (KombuError, RedisError, OSError) as error:
            self._forget_broker(error)
            return 0
        due = [Due(*row) for row in self._claim(database, room)]
        for number, row in enumerate(due):
            try:
                self._send_task(row)
            except (KombuError, RedisError, OSError) as error:
                rest = due[number:]
                self._forget_broker(error)
                database.execute(_RELEASE, [[late.id for late in rest], row.claimed_at])
                return number
        if due:
            log.info("dispatched", count=len(due), kinds=sorted({row.kind for row in due}))
        return len(due)

    def _room(self) -> dict[str, int]:
        """How many messages more each queue may hold."""
        waiting = queue_lengths(self._reach_broker().channel)
        return {name: max(0, WINDOW - messages) for name, messages in waiting.items()}

    def _claim(self, database: psycopg.Connection, room: dict[str, int]) -> list[tuple[Any, ...]]:
        values = {
            "together": [*TOGETHER],
            "queues": [*room],
            "room": [*room.values()],
            "queue_of": json.dumps(QUEUES),
            "other": app.conf.task_default_queue,
        }
        return database.execute(_CLAIM, values).fetchall()

    def _dispatch_as_it_comes(self) -> None:
        with psycopg.connect(**session_parameters("dispatcher"), autocommit=True) as database:
            # What it writes says what was sent. A server that loses power may forget that, and it is sent
            # again; so between a report and its verdict nothing of this waits for the disk.
            database.execute("SET synchronous_commit = off")
            database.execute(f"LISTEN {CHANNEL}")
            while not self._stopping:
                self._record_heartbeat(database)
                looked_at = time.monotonic()
                sent = self.dispatch_batch(database)
                pause = LOOK_FULL if sent >= WINDOW else LOOK if sent or is_work_left(database) else LOOK_IDLE
                with self._allow_interrupt():
                    wait_for_news(database, pause)
                    time.sleep(max(0.0, looked_at + APART - time.monotonic()))

    def _reach_broker(self) -> Producer:
        if self._producer is None:
            # A broker that hangs is worse than none: try once and give up soon, the row comes again.
            patience = {
                "socket_timeout": BROKER_TIMEOUT,
                "socket_connect_timeout": BROKER_TIMEOUT,
                "max_retries": 0,
            }
            options = app.conf.broker_transport_options | patience
            connection = app.connection_for_write(transport_options=options)
            self._producer = app.amqp.Producer(connection, auto_declare=False)
        return self._producer

    def _send_task(self, row: Due) -> None:
        app.send_task(row.kind, args=[row.subject], producer=self._reach_broker(), retry=False)

    def _forget_broker(self, error: Exception) -> None:
        log.warning("dispatcher_broker_lost", error=str(error))
        producer, self._producer = self._producer, None
        self._broker_back_at = time.monotonic() + RETRY
        if producer is not None and producer.connection is not None:
            with contextlib.suppress(Exception):
                producer.connection.collect()

    def _record_heartbeat(self, database: psycopg.Connection) -> None:
        if time.monotonic() - self._beaten >= HEARTBEAT:
            database.execute(ALIVE, {"name": "dispatcher", "queues": ""})
            self._beaten = time.monotonic()

    def _stop_on_signal(self, *_: object) -> None:
        self._stopping = True
        if self._waiting:
            raise Stopped

    @contextlib.contextmanager
    def _allow_interrupt(self) -> Iterator[None]:
        """Where a signal may break in: nothing is half done."""
        self._waiting = True
        try:
            if self._stopping:
                raise Stopped
            yield
        finally:
            self._waiting = False
