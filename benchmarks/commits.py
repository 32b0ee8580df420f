"""What it costs that a transaction notifies: PostgreSQL commits those one after the other.

    ./run bench commits [--clients 1 8 32] [--seconds 4]

Clients change a row of their own and commit, as often as they can, with a notification and without, in turn.
The PostgreSQL is one that writes to the disk before it confirms, as the service's does.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench commits", description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=float, default=4)
    asked = parser.parse_args(arguments)
    with durable_postgres() as address:
        for clients in asked.clients:
            found: dict[bool, list[float]] = {False: [], True: []}
            for notify in (False, True) * 2:
                found[notify].append(commits(address, clients, asked.seconds, notify))
            without, notified = ([f"{each:,.0f}" for each in found[each]] for each in (False, True))
            yield (
                f"Commits a second, {clients} clients: {' and '.join(without)}; "
                f"with a notification: {' and '.join(notified)}"
            )


def commits(address: str, clients: int, seconds: float, notify: bool) -> float:
    """A second, of all clients."""
    end = time.monotonic() + seconds

    def change(row: int) -> int:
        done = 0
        with psycopg.connect(address) as database:
            while time.monotonic() < end:
                database.execute("UPDATE counted SET number = number + 1 WHERE id = %s", [row])
                if notify:
                    database.execute("SELECT pg_notify('counted', %s)", [f"{row} {done}"])
                database.commit()
                done += 1
        return done

    with ThreadPoolExecutor(clients) as pool:
        return sum(pool.map(change, range(1, clients + 1))) / seconds


@contextmanager
def durable_postgres() -> Iterator[str]:
    """The address of a PostgreSQL of our own, with a table of a row for each client."""
    command = [sys.executable, "-m", "config.embedded.throwaway", "postgres", "durable"]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        address = json.loads(holder.stdout.readline())["variables"]["DATABASE_URL"]
        with psycopg.connect(address, autocommit=True) as database:
            database.execute("CREATE TABLE counted (id int PRIMARY KEY, number int NOT NULL)")
            database.execute("INSERT INTO counted SELECT id, 0 FROM generate_series(1, 1000) AS id")
        yield address
    finally:
        holder.stdin.close()
        holder.wait(30)
        holder.stdout.close()
