"""Django's PostgreSQL, with a last word: what is written once, at the very end of a transaction.

Rows that many transactions write, such as the version of a tournament, are locked for no longer than the
commit takes that way, and all in one order, so that nobody waits for somebody who waits for them.

And with cursors for statements that are planned once, and times that are read several times as fast.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import BaseTzLoader
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor
from psycopg.adapt import AdaptersMap

from .clock import shared_clock

T = TypeVar("T")

# A host that vanished without a word is missed within half a minute, whoever waits for whom: seconds without
# a word until it is asked, and between questions; milliseconds for which what was sent may stay unanswered.
WATCHED = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


class TimeLoader(BaseTzLoader):  # type: ignore[misc]
    """Times as Django reads them, which are in UTC."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            # A time that Python does not have: psycopg says so.
            return cast(datetime, super().load(data))


@cache
def with_time_loader(adapters: AdaptersMap) -> AdaptersMap:
    found = AdaptersMap(adapters)
    found.register_loader("timestamptz", TimeLoader)
    return found


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend that the settings name by this package."""

    sets_clock = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unwritten: dict[Callable[[Sequence[Any]], None], list[Any]] = {}

    def write_before_commit(self, write: Callable[[Sequence[T]], None], item: T) -> None:
        """Have `write` called with all items of the transaction just before it commits; now outside of one.

        An item stays though the savepoint is rolled back within which it was given.
        """
        if self.in_atomic_block:
            self._unwritten.setdefault(write, []).append(item)
        else:
            write([item])

    def write_now(self) -> None:
        """Write what waits, for who reads it in the same transaction."""
        while self._unwritten:
            write, items = self._unwritten.popitem()
            write(items)

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = {**WATCHED, **super().get_connection_params()}
        if cast(Any, self).timezone == UTC:
            parameters["context"] = with_time_loader(parameters["context"])
        return parameters

    def binding_cursor(self) -> CursorWrapper:
        """A cursor for statements of which only the values differ: it sends them apart.

        So the server can keep the plan of one, from the time on that `prepare_threshold` says.
        """
        backend: Any = self
        if backend.queries_logged:
            # Whoever looks at queries sees the values in them.
            return cast(CursorWrapper, backend.cursor())
        backend.ensure_connection()
        with backend.wrap_database_errors:
            cursor: CursorWrapper = backend._prepare_cursor(Cursor(backend.connection))
        return cursor

    def chunked_cursor(self) -> CursorWrapper:
        """A cursor that is read bit by bit, within a transaction; a pooler of those keeps none beyond it."""
        backend: Any = self
        if settings.DATABASE_POOLER and not self.in_atomic_block:
            return cast(CursorWrapper, backend.cursor())
        cursor = super().chunked_cursor()
        # Django leaves its end to psycopg, whose errors are not those that everybody expects.
        cast(Any, cursor).close = backend.wrap_database_errors(cursor.close)
        return cursor

    def connect(self) -> None:
        self._unwritten.clear()
        super().connect()
        backend: Any = self
        if self.sets_clock:
            with backend.wrap_database_errors:
                shared_clock.set_by(backend.connection)

    def commit(self) -> None:
        self.write_now()
        super().commit()

    def rollback(self) -> None:
        self._unwritten.clear()
        super().rollback()
