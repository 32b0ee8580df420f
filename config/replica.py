"""Reads at a replica: what visitors look at may come from another PostgreSQL than the one that is written.

A replica is behind, by milliseconds or by hours, and whoever was told that something changed must find it
changed. So of each request the primary is asked how far it has come, which costs it next to nothing, and the
rest of it is read at a replica that has come as far; otherwise at the primary. Where anything fails at the
replica the primary answers the request anew: whoever asks sees nothing of it.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS

from config.monitoring.catalogue import REPLICA_READS
from config.monitoring.tally import tally
from matches.work.postgresql.base import DatabaseWrapper
from matches.work.statements import Row

# Seconds: for which a request waits for the replica to have come as far, between its looks, and for which
# nobody asks the replica after it was behind or failed.
PATIENCE, LOOK, REST = 0.05, 0.002, 2.0
# A server that has stopped, or that no cable leads to any more, refuses nothing: for how many seconds a
# request waits for a connection, for its first answer and, once there was one, for each that follows; and for
# how many nobody asks a replica for which somebody waited in vain.
POOL_PATIENCE, FIRST_ANSWER, NEXT_ANSWER, LONG_REST = 3, 2.0, 10.0, 20.0
# What says how the service stands asks the primary.
OF_THE_PRIMARY = ("/healthz", "/readyz", "/metrics", "/status/")

log = structlog.get_logger(__name__)


class NotAReplica(ValueError):
    """The address leads to a PostgreSQL that is no copy of the primary: positions say nothing there."""

    code = "not_a_replica"


class Unread(Exception):
    """The replica did not answer a request; the argument says why: "behind" or "failed"."""


class ImpatientConnection(psycopg.Connection[Any]):
    """One that ends where the server does not answer within `patience` seconds. Raises OperationalError."""

    patience = FIRST_ANSWER

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                # What may still come would be taken for the answer to the next question.
                self.pgconn.finish()
            raise


class ReplicaConnection(DatabaseWrapper):
    """One to the replica, by the name of that to the primary, in whose place it is put.

    failed: something did, since that was last set.
    """

    # Django keeps pools by the name of the connection, at the class.
    _connection_pools: dict[str, Any] = {}
    sets_clock = False

    def __init__(self) -> None:
        primary = connections[DEFAULT_DB_ALIAS].settings_dict
        options = {**primary["OPTIONS"], **settings.DATABASE_REPLICA.get("OPTIONS", {})}
        options["connect_timeout"] = POOL_PATIENCE
        options["pool"] = {
            "min_size": 1,
            "max_size": 8,
            **(options.get("pool") or {}),
            "timeout": POOL_PATIENCE,
            "connection_class": ImpatientConnection,
        }
        super().__init__({**primary, **settings.DATABASE_REPLICA, "OPTIONS": options}, DEFAULT_DB_ALIAS)
        self.failed = False
        cast(Any, self).execute_wrappers.append(self._note_failure)

    def connect(self) -> None:
        try:
            super().connect()
        except Error:
            self.failed = True
            raise

    @contextmanager
    def having_answered(self) -> Iterator[None]:
        """With the patience that one has with who has just answered."""
        lent = cast(Any, self).connection
        lent.patience = NEXT_ANSWER
        try:
            yield
        finally:
            lent.patience = FIRST_ANSWER

    def _note_failure(self, execute: Callable[..., Any], *given: Any) -> Any:
        try:
            return execute(*given)
        except Error:
            self.failed = True
            raise


class ReplicaReads:
    """Has what visitors ask for read at the replica, if there is one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._of_thread = threading.local()
        self._rests_until = float("-inf")
        self._is_known = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.DATABASE_REPLICA and is_visitor(request) and time.monotonic() >= self._rests_until:
            began = time.monotonic()
            try:
                response = self._read(request)
            except Unread as outcome:
                tally.count(REPLICA_READS, str(outcome))
                ended = time.monotonic()
                self._rests_until = ended + (LONG_REST if ended - began > FIRST_ANSWER else REST)
            else:
                tally.count(REPLICA_READS, "read")
                return response
        return self.get_response(request)

    def _read(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, read at the replica. Raises Unread."""
        primary = cast(DatabaseWrapper, connections[DEFAULT_DB_ALIAS])
        replica = self._connection()
        try:
            self._catch_up(replica, primary)
            with in_place_of(primary, replica), replica.having_answered():
                response = self.get_response(request)
            if replica.failed:
                raise Unread("failed")
        finally:
            cast(Any, replica).close()
        return response

    def _connection(self) -> ReplicaConnection:
        """That of this thread, as Django's are of one."""
        if not hasattr(self._of_thread, "connection"):
            self._of_thread.connection = ReplicaConnection()
        found: ReplicaConnection = self._of_thread.connection
        found.failed = False
        return found

    def _catch_up(self, replica: ReplicaConnection, primary: DatabaseWrapper) -> None:
        """Wait until the replica has come as far as the primary has by now. Raises Unread."""
        waited_until = time.monotonic() + PATIENCE
        try:
            ((position,),) = asked(primary, POSITION)
            self._check_system(replica, primary)
            while not asked(replica, HAS_COME_TO, position)[0][0]:
                if time.monotonic() >= waited_until:
                    raise Unread("behind")
                time.sleep(LOOK)
        except (Error, NotAReplica) as error:
            self._is_known = False
            log.warning("replica_failed", error=str(error).strip())
            raise Unread("failed") from error

    def _check_system(self, replica: ReplicaConnection, primary: DatabaseWrapper) -> None:
        """Once, and again after anything failed. Raises NotAReplica."""
        if not self._is_known:
            if asked(replica, SYSTEM_FOLLOWED) != asked(primary, SYSTEM):
                raise NotAReplica("DATABASE_REPLICA_URL leads to no replica of what DATABASE_URL leads to.")
            self._is_known = True


# Where transactions wait for the disk, nobody was told of what is not there yet.
POSITION = """
SELECT CASE current_setting('synchronous_commit')
    WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END
"""
SYSTEM = "SELECT system_identifier FROM pg_control_system()"
SYSTEM_FOLLOWED = f"{SYSTEM} WHERE pg_is_in_recovery()"
HAS_COME_TO = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"


def asked(database: DatabaseWrapper, statement: str, *values: str) -> list[Row]:
    with database.binding_cursor() as cursor:
        cursor.execute(statement, values)
        return cast(list[Row], cursor.fetchall())


@contextmanager
def in_place_of(primary: DatabaseWrapper, replica: ReplicaConnection) -> Iterator[None]:
    """Whatever asks the database in this thread asks the replica."""
    # Nobody needs it meanwhile.
    if not primary.in_atomic_block:
        cast(Any, primary).close()
    connections[DEFAULT_DB_ALIAS] = replica
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


def is_visitor(request: HttpRequest) -> bool:
    """Whether somebody looks at something whom the service does not know: who wrote nothing, and reads."""
    return (
        request.method in SAFE_METHODS
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "Authorization" not in request.headers
        and not request.path.startswith(OF_THE_PRIMARY)
    )
