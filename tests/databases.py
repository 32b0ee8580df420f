"""Further databases on the tests' server, and the service's commands on them."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar, cast
from urllib.parse import urlsplit

import psycopg
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from psycopg import sql

from matches.facts.kinds import fact_kinds

PROJECT = Path(__file__).resolve().parent.parent

T = TypeVar("T")

# What `made_once` made: the rows of each table, and the answer, pickled.
_made: dict[str, tuple[dict[str, bytes], bytes]] = {}


def database_address(name: str) -> str:
    """The address of another database on the tests' server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@contextmanager
def another_database(name: str) -> Iterator[str]:
    """The address of a database with nothing in it, which is gone afterwards."""
    name = f"{name}_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        server.execute(drop)
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield database_address(name)
        finally:
            server.execute(drop)


def manage(address: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What a command of manage.py on that database printed, and how it ended."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=os.environ | {"DATABASE_URL": address},
        capture_output=True,
        text=True,
        timeout=100,
    )


def models() -> list[type[Model]]:
    """Every model of ours, those between two others among them."""
    return _models_of("matches", "tournaments")


def filled_tables() -> list[str]:
    """The tables that have rows, of those that a test may fill."""
    with connection.cursor() as cursor:
        cursor.execute(_look_for_rows())
        return [name for (name,) in cursor.fetchall()]


def _models_of(*apps_named: str) -> list[type[Model]]:
    configs = map(apps.get_app_config, apps_named)
    return [model for app in configs for model in app.get_models(include_auto_created=True)]


@cache
def _look_for_rows() -> str:
    filled = _models_of("matches", "tournaments", "sessions", "admin")
    names = sorted(model._meta.db_table for model in filled)
    return " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names)


def made_once(name: str, make: Callable[[], T]) -> T:
    """What `make` returns, its rows in a database where there are no others.

    It is called once in a run, at most once by each worker; whoever asks for the same name again finds the
    rows it left, and a copy of what it returned.
    """
    held = filled_tables()
    assert not held, f"{name} wants a database of its own: there are rows in {held}"
    kept = Path(os.environ["GOLDEN_TEST_MADE"], name)
    if name not in _made and kept.exists():
        _made[name] = pickle.loads(kept.read_bytes())
    if name in _made:
        _put_rows_back(_made[name][0])
    else:
        answer = make()
        _made[name] = _rows_there(), pickle.dumps(answer)
        being_written = kept.with_name(f"{name} of {os.getpid()}")
        being_written.write_bytes(pickle.dumps(_made[name]))
        being_written.replace(kept)
    return cast(T, pickle.loads(_made[name][1]))


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
