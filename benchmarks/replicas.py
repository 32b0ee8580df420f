"""What a replica takes off the primary: pages of visitors, read at one and at the other.

    ./run bench replica [--matches 200000] [--players 20000]

Both servers run on this machine, so nothing is faster for it: what counts is whose processor is busy.
"""

import argparse
import statistics
from collections.abc import Iterator
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client

from benchmarks.compare import spread
from benchmarks.growth import asked as answered
from benchmarks.growth import write_matches
from benchmarks.machine import described_machine, postmaster, processor_seconds
from benchmarks.searches import Names, write_players
from config.replica import ReplicaConnection
from matches.ratings.models import RatingPool
from matches.ratings.services import ratings_rebuild
from tests.databases import database_address
from tests.stack.replicas import standby_of

PAGES = 200
ROUNDS = 3


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench replica", description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--players", type=int, default=20_000)
    asked = parser.parse_args(arguments)
    random = Random(1)
    yield f"Replica, on {described_machine()}"
    write_players(asked.players, Names(random))
    write_matches(asked.matches)
    ratings_rebuild()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    client, addresses = Client(), pages(random, asked.players)
    with standby_of(database_address(connection.settings_dict["NAME"])) as standby:
        assert standby.process is not None
        servers = {"primary": postmaster(), "replica": standby.process.pid}
        found: dict[str, Any] = {
            **connection.settings_dict,
            "HOST": str(standby.directory),
            "PORT": standby.PORT,
        }
        at_replica = {name: found[name] for name in ("NAME", "USER", "HOST", "PORT")}
        taken: dict[str, list[float]] = {"": [], "replica": []}
        used: dict[str, dict[str, float]] = {}
        try:
            for _ in range(ROUNDS):
                for where in taken:
                    settings.DATABASE_REPLICA = at_replica if where else {}
                    began = {name: processor_seconds(number) for name, number in servers.items()}
                    taken[where] += [answered(client, address) for address in addresses]
                    for name, number in servers.items():
                        sums = used.setdefault(where, dict.fromkeys(servers, 0.0))
                        sums[name] += processor_seconds(number) - began[name]
        finally:
            ReplicaConnection().close_pool()
    for where, times in taken.items():
        of = " and ".join(
            f"{1000 * total / len(times):.2f} ms of the {name}'s processor"
            for name, total in used[where].items()
        )
        label = "with a replica" if where else "without"
        yield f"Replica: a page {label}: {spread([1000 * each for each in times], 'ms')}, {of}"
    ratio = used["replica"]["primary"] / used[""]["primary"]
    longer = statistics.median(taken["replica"]) / statistics.median(taken[""])
    yield f"Replica: the primary has {ratio:.0%} of the work left; a page takes {longer:.2f} times as long"


def pages(random: Random, players: int) -> list[str]:
    """Each once, so that none is kept: leaderboards with their narrowings, players."""
    pool = RatingPool.objects.get(everybody=True).pk
    kinds = [
        f"/ratings/{pool}/?page={{}}",
        f"/ratings/{pool}/?variant=nackgammon&page={{}}",
        "/players/{}/",
    ]
    return [kinds[number % 3].format(random.randint(1, players // 100)) for number in range(PAGES)]
