"""The rows of the tests' own database: which tables have some, and those that are made once in a run."""

import fcntl
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from django.core.management.color import no_style
from django.db import connection, transaction

from matches.facts.kinds import fact_kinds
from tests.databases import models, models_of

T = TypeVar("T")


def filled_tables() -> list[str]:
    """The tables that have rows, of those that a test may fill."""
    with connection.cursor() as cursor:
        cursor.execute(_look_for_rows())
        return [name for (name,) in cursor.fetchall()]


@cache
def _look_for_rows() -> str:
    filled = models_of("matches", "tournaments", "sessions", "admin")
    names = sorted(model._meta.db_table for model in filled)
    return " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names)


@contextmanager
def rolled_back() -> Iterator[None]:
    """What is written meanwhile is not there afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def made_once(name: str, make: Callable[[], T]) -> T:
    """What `make` returns, its rows in a database where there are no others.

    It is called once in a run; whoever asks for the same name again finds the rows it left, and a copy of
    what it returned. Who asks for it while it is made waits: made twice, it would take both twice as long.
    """
    held = filled_tables()
    assert not held, f"{name} wants a database of its own: there are rows in {held}"
    kept = Path(os.environ["GOLDEN_TEST_MADE"], name)
    # Appended to by whoever makes it: there is nothing in it for whoever comes first, or whose maker failed.
    with kept.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if written := file.read():
            rows, answer = pickle.loads(written)
            _put_rows_back(rows)
        else:
            answer = make()
            file.write(pickle.dumps((_rows_there(), answer)))
    return cast(T, answer)


def _rows_there() -> dict[str, bytes]:
    """The rows of every table that has some, as `_put_rows_back` takes them."""
    found = {}
    for table in filled_tables():
        with connection.connection.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)") as copy:
            found[table] = b"".join(copy)
    return found


def _put_rows_back(rows: dict[str, bytes]) -> None:
    """Rows that were taken are there again, numbers and all; what comes is behind.

    Which row names which is checked when all are there.
    """
    filled = [model for model in models() if model._meta.db_table in rows]
    facts = {kind.model for kind in fact_kinds().values()}
    serials = " UNION ALL ".join(
        f"SELECT serial FROM {model._meta.db_table}" for model in filled if model in facts
    )
    with transaction.atomic(), connection.cursor() as cursor:
        for table, content in rows.items():
            with connection.connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
                copy.write(content)
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), filled)))
        if serials:
            cursor.execute(f"SELECT setval('fact_serial', max(serial)) FROM ({serials}) AS serials")
