"""Visitors' requests are read at a replica that has come as far, and at the primary wherever it has not."""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import psycopg
import pytest

from config.replica import LONG_REST
from config.rest import Api
from tests.config.stack import until
from tests.stack.hosts import Host, prepared, wait_until_up
from tests.stack.replicas import Standby, servers_of_their_own, standby_of

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
TOKEN = "whoever measures"
READS = re.compile(r'^golden_replica_reads_total\{outcome="(\w+)"\} (\d+)', re.MULTILINE)


@dataclass
class Service:
    host: Host
    api: Api
    standby: Standby
    visitor: httpx.Client

    def look(self, path: str) -> httpx.Response:
        return self.visitor.get(f"{self.host.url}{path}")

    def reads(self) -> dict[str, int]:
        """How many requests there were of each outcome, as the process has told so far."""
        sent = {"Authorization": f"Bearer {TOKEN}"}
        # All threads may wait for a replica that has stopped, each until it gives it up.
        said = self.visitor.get(f"{self.host.url}/metrics", headers=sent).text
        return {outcome: int(count) for outcome, count in READS.findall(said)}

    def has_more(self, outcome: str) -> Callable[[], bool]:
        before = self.reads().get(outcome, 0)
        return lambda: self.reads().get(outcome, 0) > before

    def find_what_is_written(self, times: int) -> None:
        """Whoever looks at what has just been written finds it."""
        for number in range(times):
            player = self.api.post("players/", name=f"Ann {number}")
            assert self.look(f"/api/v1/players/{player['id']}/").json()["name"] == f"Ann {number}"
            self.api.patch(f"players/{player['id']}/", name=f"Bea {number}")
            assert self.look(f"/api/v1/players/{player['id']}/").json()["name"] == f"Bea {number}"
            assert f"Bea {number}" in self.look(f"/players/{player['id']}/").text


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("replica")
    with contextlib.ExitStack() as stack:
        servers = stack.enter_context(servers_of_their_own())
        shared = {
            **{name: servers[name] for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL")},
            "METRICS_TOKEN": TOKEN,
            "RATE_ANONYMOUS": "100000/min",
        }
        password = prepared(root / "first", shared)
        standby = stack.enter_context(standby_of(servers["DATABASE_URL"]))
        host = Host("a", root, {**shared, "DATABASE_REPLICA_URL": standby.address})
        stack.callback(host.stop)
        host.start()
        wait_until_up([host])
        api = Api(host.url, "director", password)
        stack.callback(api.close)
        visitor = stack.enter_context(httpx.Client(trust_env=False, timeout=30))
        yield Service(host, api, standby, visitor)


def test_whoever_looks_finds_what_was_just_written(service: Service) -> None:
    is_read_again(service)
    read, failed = service.has_more("read"), service.has_more("failed")
    service.find_what_is_written(20)
    until("some of it was read at the replica", read, 20)
    assert not failed()


def test_a_replica_that_is_behind_is_not_asked(service: Service) -> None:
    behind = service.has_more("behind")
    service.standby.ask("SELECT pg_wal_replay_pause()")
    try:
        service.find_what_is_written(5)
        until("it was behind", behind, 20)
    finally:
        service.standby.ask("SELECT pg_wal_replay_resume()")
    is_read_again(service)


def is_read_again(service: Service) -> None:
    read = service.has_more("read")

    def look_and_count() -> bool:
        assert service.look("/").status_code == 200
        return read()

    until("the replica is asked again", look_and_count, 20 + LONG_REST)


@pytest.fixture
def answers(service: Service) -> Iterator[list[int]]:
    """What those are answered who look on during the test."""
    answers: list[int] = []
    ended = threading.Event()

    def look_on() -> None:
        with httpx.Client(trust_env=False, timeout=30) as visitor:
            while not ended.is_set():
                answers.append(visitor.get(f"{service.host.url}/api/v1/clubs/").status_code)

    lookers = [threading.Thread(target=look_on) for _ in range(4)]
    for looker in lookers:
        looker.start()
    try:
        yield answers
    finally:
        ended.set()
        for looker in lookers:
            looker.join()


def test_nobody_notices_that_the_replica_is_killed(service: Service, answers: list[int]) -> None:
    failed = service.has_more("failed")
    is_read_again(service)
    service.standby.kill()
    until("it was missed", failed, 20)
    service.find_what_is_written(3)
    service.standby.start()
    is_read_again(service)
    assert set(answers) == {200}


def test_one_that_stops_is_missed(service: Service, answers: list[int]) -> None:
    failed = service.has_more("failed")
    is_read_again(service)
    with service.standby.stopped():
        until("it was missed", failed, 20)
        service.find_what_is_written(3)
    is_read_again(service)
    assert set(answers) == {200}


def test_who_is_known_is_answered_by_the_primary(service: Service) -> None:
    with psycopg.connect(service.standby.address, autocommit=True) as database:
        asked = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"

        def transactions() -> int:
            return int(database.execute(asked).fetchone()[0])

        until("what was before is counted", lambda: transactions() == transactions(), 10)
        before = service.reads()
        for _ in range(20):
            assert service.api.client.get("/api/v1/players/").status_code == 200
        assert service.reads()["read"] - before["read"] <= 1
