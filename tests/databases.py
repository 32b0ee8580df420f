"""Further databases on the tests' server, and the service's commands on them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max, Model
from psycopg import sql

from matches.facts.kinds import fact_kinds

PROJECT = Path(__file__).resolve().parent.parent


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
    ours = (apps.get_app_config(app) for app in ("matches", "tournaments"))
    return [model for app in ours for model in app.get_models(include_auto_created=True)]


def rows_taken() -> dict[str, bytes]:
    """The rows of every table of ours in the tests' own database, as `rows_put_back` takes them."""
    found = {}
    connection.ensure_connection()
    for model in models():
        table = model._meta.db_table
        with connection.connection.cursor().copy(f"COPY {table} TO STDOUT (FORMAT binary)") as copy:
            found[table] = b"".join(copy)
    return found


def rows_put_back(rows: dict[str, bytes]) -> None:
    """Rows that were taken are there again, numbers and all, where there are no others; what comes is behind.

    Which row names which is checked when all are there.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        for table, content in rows.items():
            with connection.connection.cursor().copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
                copy.write(content)
        for statement in connection.ops.sequence_reset_sql(no_style(), models()):
            cursor.execute(statement)
        last = max(
            kind.model.objects.aggregate(last=Max("serial"))["last"] or 0 for kind in fact_kinds().values()
        )
        cursor.execute("SELECT setval('fact_serial', %s)", [last])
