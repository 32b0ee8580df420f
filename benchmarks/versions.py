"""Where the version of a tournament lives: what many reports of one tournament in one second cost each way.

Each transaction writes a match and raises the version of its tournament: not at all; as a column of the
tournament's row, under its lock; in a table of its own, as the last statement. Clients go on for a while,
once alone, and once beside draws that lock the row of the tournament for 50 ms ten times a second.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count

import psycopg

from benchmarks.compare import spread
from config.database import connection_parameters

CLIENTS, SECONDS, ROUNDS = 8, 1.5, 5

SETUP = """
    DROP TABLE IF EXISTS bench_match, bench_tournament, bench_version;
    CREATE TABLE bench_match (id bigint PRIMARY KEY, written int NOT NULL DEFAULT 0);
    CREATE TABLE bench_tournament (id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 0);
    CREATE TABLE bench_version (kind text, subject bigint, number bigint, PRIMARY KEY (kind, subject));
    INSERT INTO bench_match SELECT n FROM generate_series(1, 10000) AS n;
    INSERT INTO bench_tournament VALUES (1);
"""
NOTIFY = "SELECT pg_notify('bench_versions', '1')"
RAISE = """
    INSERT INTO bench_version AS known VALUES ('tournament', 1, 1)
    ON CONFLICT (kind, subject) DO UPDATE SET number = known.number + 1
"""


def without(database: psycopg.Connection, match: int) -> None:
    with database.transaction():
        write_match(database, match)
        database.execute(NOTIFY)


def as_a_column(database: psycopg.Connection, match: int) -> None:
    with database.transaction():
        write_match(database, match)
        database.execute("UPDATE bench_tournament SET version = version + 1 WHERE id = 1")
        database.execute(NOTIFY)


def in_its_own_table(database: psycopg.Connection, match: int) -> None:
    with database.transaction():
        write_match(database, match)
        database.execute(RAISE)
        database.execute(NOTIFY)


def write_match(database: psycopg.Connection, match: int) -> None:
    """What a report does to a match, and the half dozen statements around it."""
    database.execute("SELECT * FROM bench_match WHERE id = %s FOR UPDATE", [match])
    for _ in range(6):
        database.execute("SELECT written FROM bench_match WHERE id = %s", [match])
    database.execute("UPDATE bench_match SET written = written + 1 WHERE id = %s", [match])


Way = Callable[[psycopg.Connection, int], None]
WAYS: dict[str, Way] = {
    "no version": without,
    "a column of the tournament": as_a_column,
    "a table of its own, last": in_its_own_table,
}


def connect() -> psycopg.Connection:
    return psycopg.connect(**connection_parameters("bench"), autocommit=True)


def run(_: Sequence[str]) -> Iterator[str]:
    """A line for each way and setting: transactions a second, of all clients."""
    with closing(connect()) as database:
        database.execute(SETUP)
        rates: dict[tuple[str, bool], list[float]] = {}
        for _ in range(ROUNDS):
            for drawing in (False, True):
                for name, way in WAYS.items():
                    rates.setdefault((name, drawing), []).append(rate(way, drawing=drawing))
        database.execute("DROP TABLE bench_match, bench_tournament, bench_version")
    for (name, drawing), measured in sorted(rates.items(), key=lambda found: found[0][1]):
        setting = "beside draws" if drawing else "alone"
        yield f"{name}, {setting}: {spread(measured, 'transactions a second')}"


def rate(way: Way, *, drawing: bool) -> float:
    until = time.monotonic() + SECONDS
    done = [0] * CLIENTS
    numbers = count(1)

    def report(client: int) -> None:
        with closing(connect()) as database:
            while time.monotonic() < until:
                way(database, next(numbers) % 10000 + 1)
                done[client] += 1

    def draw() -> None:
        with closing(connect()) as database:
            while time.monotonic() < until:
                with database.transaction():
                    database.execute("SELECT * FROM bench_tournament WHERE id = 1 FOR UPDATE")
                    time.sleep(0.05)
                time.sleep(0.05)

    threads = [threading.Thread(target=report, args=(client,)) for client in range(CLIENTS)]
    if drawing:
        threads.append(threading.Thread(target=draw))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / SECONDS
