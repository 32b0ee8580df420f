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
from django.db.models import Model
from psycopg import sql

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
        timeout=300,
    )


def models() -> list[type[Model]]:
    """Every model of ours, those between two others among them."""
    return models_of("matches", "tournaments")


def models_of(*apps_named: str) -> list[type[Model]]:
    configs = map(apps.get_app_config, apps_named)
    return [model for app in configs for model in app.get_models(include_auto_created=True)]
