"""What the service costs when very much has been played: 10 million matches of a million players.

    ./run bench growth [--matches 10000000] [--players 1000000] [--ladders 5000]

Matches of ten years are written as they would be by now, and folded into ratings. Then: what a result costs,
beside what it cost when there was nothing; pages of leaderboards, of all that can be asked for; what sweeps
take, and the whole service while nobody asks for anything; and how PostgreSQL answers the slowest statements.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from benchmarks.compare import spread
from benchmarks.machine import described_machine, postmaster, processor_seconds
from benchmarks.ratings import write_made
from benchmarks.searches import Names, write_players
from matches.accounts.models import User
from matches.play.models import Match
from matches.play.services import match_create, report_submit
from matches.players.models import Player
from matches.ratings.models import RatingPool
from matches.ratings.services import ratings_rebuild
from matches.work.models import Outbox
from matches.work.services import work_prune, work_sweep, work_wake
from tests.config.stack import Stack
from tests.conftest import work_off
from tests.databases import database_address
from tournaments.clubs.models import Membership
from tournaments.clubs.services import club_create
from tournaments.ladders.services import ladder_create, ladder_join

RESULTS = 60
ASKED_OFTEN = ("now", "of a variant", "of the last days", "of a club")
PAGES, FEW = 120, 20
PART = 500_000
MEMBERS = 300
IDLE = 60.0
"""Seconds for which the service is left alone."""
SLOWEST = 5


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench growth", description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=10_000_000)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--ladders", type=int, default=5_000)
    asked = parser.parse_args(arguments)
    random = Random(1)
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    yield f"Growth, on {described_machine()}"
    first = [Player.objects.create(name=f"Player {number}") for number in range(RESULTS)]
    before = results(director, first, random)
    yield f"Growth: a result, from its report to the ratings, in an empty database: {milliseconds(before)}"
    began = time.perf_counter()
    write_players(asked.players, Names(random))
    write_matches(asked.matches)
    played = time.perf_counter() - began
    ratings_rebuild()
    folded = time.perf_counter() - began - played
    write_ladders(asked.ladders, director, club, random)
    write_members(club, director, random)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
        (size,) = cursor.fetchone()
    yield (
        f"Growth: {asked.matches:,} matches of {asked.players:,} players, {asked.ladders:,} ladders, {size}; "
        f"written in {played:.0f} s, their ratings in {folded:.0f} s"
    )
    players = list(Player.objects.filter(pk__in=random.sample(range(1, asked.players), RESULTS)))
    with slowest_statements() as slow:
        after = results(director, players, random)
        ratio = statistics.median(after) / statistics.median(before)
        yield f"Growth: a result now: {milliseconds(after)}: {ratio:.2f} times as much"
        yield from leaderboards(club.pk, random)
        yield from sweeps()
    yield from idle()
    for seconds, statement, plan in slow.plans():
        yield f"Growth: {seconds * 1000:.1f} ms: {statement}"
        yield from (f"    {line}" for line in plan)


def milliseconds(times: list[float]) -> str:
    return spread([taken * 1000 for taken in times], "ms")


def results(director: User, players: list[Player], random: Random) -> list[float]:
    """Seconds of each: reported, refereed, rated; not what made the match."""
    times = []
    for place in range(RESULTS):
        one, two = players[place], players[(place + 1) % len(players)]
        match = match_create(one=one, two=two, length=5, actor=director)
        work_off()
        began = time.perf_counter()
        report_submit(match_id=match.pk, actor=director, score=(5, random.randrange(5)))
        work_off()
        times.append(time.perf_counter() - began)
    return times


def leaderboards(club: int, random: Random) -> Iterator[str]:
    """Pages and the API's lists, with every narrowing; each kind at once, then all together.

    Hardly one is asked for twice, and none counts before the process has done its kind once.
    """
    pool, client, now = RatingPool.objects.get(everybody=True).pk, Client(), timezone.now()

    def day(ago: int) -> str:
        return (now - timedelta(days=ago)).date().isoformat()

    def drawn(*, ago: int = 0, deep: int = 0, **asked: object) -> str:
        """A page, most often one of the first, or one so far down; since a day at most so long ago."""
        page = random.randint(deep - 10, deep) if deep else 1 + int(random.expovariate(1 / 4))
        since = {"since": day(random.randint(1, ago))} if ago else {}
        return f"/ratings/{pool}/?{urlencode({**asked, **since, 'page': page})}"

    def past_week(**asked: object) -> str:
        ago = random.randint(8, 700)
        return drawn(**asked, since=day(ago + 7), until=day(ago))

    kinds: dict[str, Sequence[Callable[[], str]]] = {
        "now": [drawn, drawn, lambda: f"/api/v1/rating-pools/{pool}/leaderboard/"],
        "of a variant": [
            lambda variant=variant: drawn(variant=variant)  # type: ignore[misc]
            for variant in ("nackgammon", "backgammon", "hypergammon")
        ],
        "of the last days": [lambda ago=ago: drawn(ago=ago) for ago in (7, 30, 90, 365)],  # type: ignore[misc]
        "of a club": [lambda: drawn(club=club), lambda: drawn(club=club, ago=365)],
        "far down": [lambda: drawn(deep=200), lambda: drawn(deep=50, variant="nackgammon")],
        "at a past moment": [lambda ago=ago: drawn(until=day(ago)) for ago in (30, 365)],  # type: ignore[misc]
        "of a past week": [past_week],
        "of a variant, a past week": [lambda: past_week(variant="nackgammon")],
    }
    often: list[float] = []
    for kind, addresses in kinds.items():
        for address in addresses:
            asked(client, address())
        count = (PAGES if kind in ASKED_OFTEN else FEW) // len(addresses)
        times = [asked(client, address()) for _ in range(count) for address in addresses]
        yield f"Growth: a leaderboard {kind}: {milliseconds(times)}, 95 of 100 within {within(times):.0f} ms"
        if kind in ASKED_OFTEN:
            often += times
    yield f"Growth: {', '.join(ASKED_OFTEN)}, together: 95 of 100 within {within(often):.0f} ms"


def asked(client: Client, address: str) -> float:
    began = time.perf_counter()
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return time.perf_counter() - began


def within(times: list[float]) -> float:
    """Milliseconds in which 95 of 100 are answered."""
    return statistics.quantiles(times, n=20)[-1] * 1000


def sweeps() -> Iterator[str]:
    looks = {
        "the sweep of a minute": work_sweep,
        "a look at the deadlines": work_wake,
        "what is old, every ten minutes": work_prune,
    }
    for name, work in looks.items():
        times = []
        for _ in range(5):
            began = time.perf_counter()
            work()
            times.append(time.perf_counter() - began)
        due = Outbox.objects.count()
        began = time.perf_counter()
        work_off()
        yield (
            f"Growth: {name}: {milliseconds(times)}; what five of them made due ({due}) took "
            f"{time.perf_counter() - began:.1f} s"
        )


def idle() -> Iterator[str]:
    """The processes of the service, and PostgreSQL, while nobody asks for anything."""
    name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix="golden-growth-") as directory:
        stack = Stack.start(Path(directory) / "var", DATABASE_URL=database_address(name), LOG_LEVEL="WARNING")
        try:
            stack.wait_ready()
            time.sleep(15)
            processes = {**stack.pids(), "postgres": postmaster()}
            began = {name: processor_seconds(number) for name, number in processes.items()}
            time.sleep(IDLE)
            used = {name: processor_seconds(number) - began[name] for name, number in processes.items()}
        finally:
            stack.end()
    parts = ", ".join(f"{name} {seconds / IDLE:.2%}" for name, seconds in sorted(used.items()))
    yield f"Growth: nobody asks, for {IDLE:.0f} s: {sum(used.values()) / IDLE:.2%} of a core ({parts})"


class Slowest:
    """Statements with what they took at most, and how they are planned."""

    def __init__(self) -> None:
        self.taken: dict[str, tuple[float, Any]] = {}

    def __call__(
        self, execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, parameters, many, context)
        finally:
            seconds = time.perf_counter() - began
            if not many and seconds > self.taken.get(sql, (0.0, None))[0]:
                self.taken[sql] = seconds, parameters

    def plans(self) -> Iterator[tuple[float, str, list[str]]]:
        reading = [each for each in self.taken.items() if each[0].lstrip().startswith(("SELECT", "WITH"))]
        for sql, (seconds, parameters) in sorted(reading, key=lambda each: -each[1][0])[:SLOWEST]:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, SUMMARY OFF) {sql}", parameters)
                plan = [line for (line,) in cursor.fetchall()]
                transaction.set_rollback(True)
            yield seconds, " ".join(sql.split())[:300], plan


@contextmanager
def slowest_statements() -> Iterator[Slowest]:
    found = Slowest()
    with connection.execute_wrapper(found):
        yield found


START = datetime(2016, 1, 1, tzinfo=UTC)


def write_matches(count: int) -> None:
    """So many final matches of ten years up to now, each ruled on; one in twelve at another variant."""
    spacing = (timezone.now() - START) / count
    players = Player.objects.count()
    with connection.cursor() as cursor:
        for written in range(0, count, PART):
            values = {
                "written": written,
                "count": min(PART, count - written),
                "players": players,
                "first": Player.objects.earliest("pk").pk,
                "start": START,
                "spacing": spacing,
            }
            with transaction.atomic():
                cursor.execute(MADE, values)
                write_made(cursor)


# Who plays much plays most: half of all matches are of a fiftieth of the players.
MADE = """
CREATE TEMP TABLE made ON COMMIT DROP AS
SELECT nextval('matches_match_id_seq') AS match, nextval('matches_ruling_id_seq') AS ruling,
    nextval('matches_result_id_seq') AS result, one,
    (one - %(first)s + 1 + floor(random() * (%(players)s - 1))::bigint) %% %(players)s + %(first)s AS two,
    3 + 2 * (n %% 5) AS length, floor(random() * 2)::int AS winner,
    CASE n %% 24 WHEN 0 THEN 'nackgammon' WHEN 1 THEN 'hypergammon' ELSE 'backgammon' END AS variant,
    %(start)s + n * %(spacing)s AS at
FROM (
    SELECT g + %(written)s AS n, %(first)s + floor(%(players)s * random() ^ 6)::bigint AS one
    FROM generate_series(1, %(count)s) g
) AS numbers
"""


def write_ladders(count: int, director: User, club: Any, random: Random) -> None:
    players = list(Player.objects.filter(pk__in=random.sample(range(1, 10_000), 400)))
    for number in range(count):
        ladder = ladder_create(actor=director, club=club, name=f"Ladder {number}", kind="position", length=5)
        for player in random.sample(players, 4):
            ladder_join(actor=director, ladder_id=ladder.pk, player=player)
    Outbox.objects.all().delete()


def write_members(club: Any, director: User, random: Random) -> None:
    players = Match.objects.order_by("-pk").values_list("one", flat=True).distinct()[: MEMBERS * 4]
    Membership.objects.bulk_create(
        Membership(club=club, player_id=player, kind="member", starts_on=START.date(), recorded_by=director)
        for player in random.sample(sorted(set(players)), min(MEMBERS, len(set(players))))
    )
