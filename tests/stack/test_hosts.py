"""Two hosts of one service share PostgreSQL and Redis, and nothing else; before PostgreSQL stands a pooler.

Without PgBouncer on this machine they go to PostgreSQL itself, and what is said of it is left out.
"""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg
import pytest

from config.demo import FOLDER
from config.rest import Api
from tests.config.stack import until
from tests.config.test_live import Browser
from tests.databases import another_database
from tests.stack.hosts import PGBOUNCER, POOLED, Host, pooler, prepared, wait_until_up

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(400),
    pytest.mark.skipif("GOLDEN_TEST_REDIS" not in os.environ, reason="needs databases of a Redis of ours"),
]
pooled = pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")
TRANSCRIPT = (FOLDER / "std_05p_0000.mat").read_text()
NICKS = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
EVERY = 30


@dataclass
class Service:
    """Two hosts, the API of each, the first login's password, and where PostgreSQL itself is."""

    hosts: list[Host]
    apis: list[Api]
    password: str
    direct: str

    def sessions(self) -> Counter[str]:
        """Connections to the database by whose they are, ours left out."""
        with psycopg.connect(self.direct) as database:
            rows = database.execute(
                "SELECT application_name FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            return Counter(name for (name,) in rows)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("hosts")
    socket = os.environ["CELERY_BROKER_URL"].partition("?")[0]
    with contextlib.ExitStack() as stack:
        direct = stack.enter_context(another_database("hosts"))
        shared = {
            "DATABASE_URL": direct,
            "REDIS_URL": f"{os.environ['REDIS_URL'].partition('?')[0]}?db=59",
            "CELERY_BROKER_URL": f"{socket}?virtual_host=58",
            "SECRET_KEY": "the same on every host",
            "RATE_ANONYMOUS": f"{EVERY}/min",
        }
        if PGBOUNCER:
            address = stack.enter_context(pooler(direct))
            shared |= {
                "DATABASE_URL": address,
                "DATABASE_POOLER": "transaction",
                "DATABASE_DIRECT_URL": direct,
            }
        password = prepared(root / "first", shared)
        hosts = [Host(name, root, shared) for name in ("a", "b")]
        for host in hosts:
            stack.callback(host.stop)
            host.start()
        wait_until_up(hosts)
        apis = [Api(host.url, "director", password) for host in hosts]
        for api in apis:
            stack.callback(api.close)
        yield Service(hosts, apis, password, direct)


def new_match(api: Api) -> dict[str, Any]:
    one, two = (api.post("players/", name=name) for name in NICKS.values())
    return api.post("matches/", one=one["id"], two=two["id"], length=5)


def reported(api: Api, match: dict[str, Any]) -> None:
    api.post(f"matches/{match['id']}/reports/", transcript=TRANSCRIPT, names=NICKS)


def is_final(api: Api, match: dict[str, Any]) -> bool:
    return api.get(f"matches/{match['id']}/")["state"] == "final"


def test_a_result_reported_at_one_reaches_who_follows_at_the_other(service: Service) -> None:
    api, elsewhere = service.apis
    match = new_match(api)
    with contextlib.closing(Browser(service.hosts[1].port, f"match-{match['id']}")) as browser:
        until("the stream has begun", lambda: browser.events)
        until("the other host listens", lambda: service.sessions()["golden live"])
        reported(api, match)
        until("the match is final", lambda: is_final(elsewhere, match))
        until("the browser was told", lambda: browser.events > 1)


def test_a_key_that_one_has_seen_is_answered_by_the_other(service: Service) -> None:
    key, answers = {"Idempotency-Key": "the-same-at-both-hosts"}, []
    for api in service.apis:
        answers.append(api.client.post("/api/v1/players/", json={"name": "Ann"}, headers=key))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert "Idempotent-Replayed" not in answers[0].headers
    assert answers[1].headers["Idempotent-Replayed"] == "true"


def test_a_rate_limit_counts_over_both(service: Service) -> None:
    left = []
    for host in service.hosts * 2:
        answer = httpx.get(f"{host.url}/api/v1/clubs/", trust_env=False)
        left.append(int(answer.headers["RateLimit-Remaining"]))
    assert left == [*range(left[0], left[0] - 4, -1)] or max(left) == EVERY - 1, "or a minute began"


def test_who_has_logged_in_at_one_is_logged_in_at_the_other(service: Service) -> None:
    one, other = service.hosts
    with httpx.Client(trust_env=False, follow_redirects=True) as browser:
        assert "director" not in browser.get(f"{other.url}/").text
        form = browser.get(f"{one.url}/login/")
        assert form.status_code == 200
        sent = {
            "username": "director",
            "password": service.password,
            "csrfmiddlewaretoken": browser.cookies["csrftoken"],
        }
        browser.post(f"{one.url}/login/", data=sent, headers={"Origin": one.url})
        assert "director" in browser.get(f"{other.url}/").text


@pooled
def test_many_requests_take_few_connections(service: Service) -> None:
    apis = service.apis
    match = new_match(apis[0])
    with ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(is_final, apis[number % 2], match) for number in range(200)]
        assert not any(each.result() for each in asked)
    # Read bit by bit, by a cursor within a transaction.
    lines = apis[0].client.get("/api/v1/matches/export/").text.splitlines()
    assert match["id"] in [json.loads(line)["id"] for line in lines]
    # The pooler closes none within this time.
    sessions = service.sessions()
    for listener in ("golden live", "golden dispatcher"):
        assert sessions.pop(listener, 0) <= len(service.hosts)
    assert 0 < sessions.total() <= POOLED, sessions


def test_what_one_host_cannot_do_the_other_does(service: Service) -> None:
    api, host = service.apis[0], service.hosts[0]
    host.kill("worker", "dispatcher")
    try:
        match = new_match(api)
        reported(api, match)
        until("the match is final", lambda: is_final(api, match))
    finally:
        host.start("worker", "dispatcher")
