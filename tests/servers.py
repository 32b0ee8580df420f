"""A real PostgreSQL and a real Redis, started when this is imported, and Django over them.

What DATABASE_URL or REDIS_URL already names is used as it is. The servers belong to the process that runs
pytest; the workers of xdist inherit the addresses, and each takes its own databases: Django makes one of
PostgreSQL's for each, `_separate` two of Redis's. They end with it, however it ends.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django
import psycopg

PROJECT = Path(__file__).resolve().parent.parent
_about: list[str] = []


def _start() -> None:
    wanted = [
        server
        for server, variable in (("redis", "REDIS_URL"), ("postgres", "DATABASE_URL"))
        if not os.environ.get(variable)
    ]
    began = time.monotonic()
    holder = subprocess.Popen(
        [sys.executable, "-m", "config.embedded.throwaway", *wanted],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        # A Ctrl-C is for pytest; the servers go when it does.
        start_new_session=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    line = holder.stdout.readline()
    if not line:
        sys.exit("The servers for the tests did not start (see above).")
    started = json.loads(line)
    os.environ.update(started["variables"])
    if "postgres" in wanted:
        _leave_tables_alone(os.environ["DATABASE_URL"])
    if "redis" in wanted:
        os.environ["GOLDEN_TEST_REDIS"] = "ours"
    _about.append(f"servers: {started['servers'] or 'as given'}, up in {time.monotonic() - began:.1f} s")

    # Where workers leave for each other what costs much to set up.
    made = tempfile.TemporaryDirectory(prefix="golden-made-")
    os.environ["GOLDEN_TEST_MADE"] = made.name

    @atexit.register
    def stop() -> None:
        made.cleanup()
        holder.stdin.close()
        holder.stdout.close()
        holder.wait(30)


def _leave_tables_alone(address: str) -> None:
    """Vacuumed between two tests, a table of rolled-back rows is noted as empty, whatever its size.

    What the next test writes and joins would be planned as no rows at all: a query of a second took minutes.
    """
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("ALTER SYSTEM SET autovacuum = off")
        database.execute("SELECT pg_reload_conf()")


def _separate(worker: int) -> None:
    """Give a worker counts and a broker of its own."""
    for variable, option, first in (("REDIS_URL", "db", 3), ("CELERY_BROKER_URL", "virtual_host", 2)):
        address = os.environ[variable].partition("?")[0]
        os.environ[variable] = f"{address}?{option}={first + 2 * worker}"


if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    if "GOLDEN_TEST_REDIS" in os.environ:
        _separate(int(worker.removeprefix("gw")))
else:
    _start()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Wherever the machine stands.
os.environ["TIME_ZONE"] = "UTC"
django.setup()


def pytest_report_header() -> list[str]:
    return _about
