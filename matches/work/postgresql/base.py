"""Django's PostgreSQL, with a last word: what is written once, at the very end of a transaction.

Rows that many transactions write, such as the version of a tournament, are locked for no longer than the
commit takes that way, and all in one order, so that nobody waits for somebody who waits for them.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.backends.postgresql import base

T = TypeVar("T")


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend that the settings name by this package."""

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

    def connect(self) -> None:
        self._unwritten.clear()
        super().connect()

    def commit(self) -> None:
        self.write_now()
        super().commit()

    def rollback(self) -> None:
        self._unwritten.clear()
        super().rollback()
