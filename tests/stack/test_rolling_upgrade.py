"""The hosts of a service are upgraded one by one, to a version with a migration, while it is used.

HAProxy stands before them. Nobody is asked to come again, and no request fails.
"""

import contextlib
import itertools
import os
import shutil
import socket
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
import pytest

from config.rest import ROOT, Api, said_by
from tests.config.stack import PROJECT, free_port, get, until
from tests.databases import another_database
from tests.stack.hosts import PATIENCE, Host, manage, prepared, wait_until_up

HAPROXY = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(600),
    pytest.mark.skipif("GOLDEN_TEST_REDIS" not in os.environ, reason="needs databases of a Redis of ours"),
    pytest.mark.skipif(HAPROXY is None, reason="HAProxy is not installed"),
]
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "{last}")]
    operations = [
        migrations.AddField("Match", "room", models.CharField(max_length=20, db_default="the bar"))
    ]
"""
COLUMN = '    room = models.CharField(max_length=20, db_default="the bar")\n'
BESIDE = "    self_arranged = models."


@pytest.fixture(scope="module")
def next_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same project with a column more."""
    project = tmp_path_factory.mktemp("next") / "project"
    shutil.copytree(
        PROJECT,
        project,
        ignore=shutil.ignore_patterns(
            ".git", ".venv", "var", "node_modules", "__pycache__", ".*_cache", "tests"
        ),
    )
    model = project / "matches" / "play" / "models" / "match.py"
    written = model.read_text()
    assert BESIDE in written
    model.write_text(written.replace(BESIDE, COLUMN + BESIDE))
    folder = project / "matches" / "migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    (folder / "9999_room.py").write_text(MIGRATION.format(last=last))
    return project


@dataclass
class Balancer:
    """HAProxy before the hosts, and the socket by which it is told whom to ask."""

    url: str
    socket: Path

    def tell(self, command: str) -> str:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(f"{command}\n".encode())
            return connection.makefile().read()

    def leave_out(self, host: Host) -> None:
        self.tell(f"set server hosts/{host.name} state drain")

    def ask_again(self, host: Host) -> None:
        self.tell(f"set server hosts/{host.name} state ready")


@contextlib.contextmanager
def balanced(hosts: list[Host], root: Path) -> Iterator[Balancer]:
    assert HAPROXY is not None
    port, control, written = free_port(), root / "haproxy.sock", root / "haproxy.cfg"
    servers = "".join(f"  server {host.name} 127.0.0.1:{host.port} check\n" for host in hosts)
    written.write_text(
        f"global\n  stats socket {control} mode 600 level admin\n"
        "defaults\n  mode http\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s\n"
        "  retries 3\n  option redispatch\n  option http-server-close\n"
        f"listen hosts\n  bind 127.0.0.1:{port}\n  balance roundrobin\n  option httpchk GET /healthz\n"
        f"  http-check send hdr Host localhost\n  default-server inter 500ms fall 2 rise 1\n{servers}"
    )
    running = subprocess.Popen([HAPROXY, "-db", "-q", "-f", str(written)])
    try:
        yield Balancer(f"http://127.0.0.1:{port}", control)
    finally:
        running.terminate()
        running.wait(20)


@dataclass
class Users:
    """Directors who set up matches and report them, and spectators; and what they were not given."""

    url: str
    token: str
    done: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    reported: list[int] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def ask(self, client: httpx.Client, method: str, path: str, **body: object) -> dict[str, int]:
        try:
            answer = client.request(method, path, json=body or None)
        except httpx.TransportError as error:
            self.failed.append(f"{method} {path}: {error!r}")
            return {}
        if not answer.is_success:
            self.failed.append(f"{method} {path}: {said_by(answer)}")
            return {}
        self.done[method] += 1
        return dict(answer.json()) if path.startswith(ROOT) else {}

    def direct(self) -> None:
        with self._client(Authorization=f"Bearer {self.token}") as client:
            for number in itertools.count():
                if self.over.is_set():
                    return
                one, two = (
                    self.ask(client, "POST", f"{ROOT}players/", name=f"{name} {number}")
                    for name in ("Ann", "Bea")
                )
                if one and two:
                    sent = {"one": one["id"], "two": two["id"], "length": 5}
                    if match := self.ask(client, "POST", f"{ROOT}matches/", **sent):
                        self.report(client, match["id"])

    def report(self, client: httpx.Client, match: int) -> None:
        score = {"one": 5, "two": 3}
        if self.ask(client, "POST", f"{ROOT}matches/{match}/reports/", score=score):
            self.reported.append(match)

    def look(self) -> None:
        with self._client() as client:
            while not self.over.wait(0.05):
                self.ask(client, "GET", "/")
                self.ask(client, "GET", f"{ROOT}matches/")

    def _client(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, trust_env=False)


@contextlib.contextmanager
def in_use(users: Users) -> Iterator[None]:
    """Meanwhile the service is used."""
    threads = [threading.Thread(target=what) for what in (users.direct, users.direct, users.look)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        users.over.set()
        for thread in threads:
            thread.join()


def test_no_request_fails_while_hosts_are_upgraded(tmp_path: Path, next_version: Path) -> None:
    broker = os.environ["CELERY_BROKER_URL"].partition("?")[0]
    with contextlib.ExitStack() as stack:
        shared = {
            "DATABASE_URL": stack.enter_context(another_database("rolling")),
            "REDIS_URL": f"{os.environ['REDIS_URL'].partition('?')[0]}?db=57",
            "CELERY_BROKER_URL": f"{broker}?virtual_host=56",
            "SECRET_KEY": "the same on every host",
            "RATE_ANONYMOUS": "1000000/min",
            "RATE_LOGIN": "1000000/min",
        }
        password = prepared(tmp_path / "first", shared)
        hosts = [Host(name, tmp_path, shared) for name in ("a", "b")]
        for host in hosts:
            stack.callback(host.stop)
            host.start()
        wait_until_up(hosts)
        balancer = stack.enter_context(balanced(hosts, tmp_path))
        until("it asks them", lambda: get(f"{balancer.url}/healthz")[0] == 200)
        api = Api(balancer.url, "director", password)
        stack.callback(api.close)
        users = Users(balancer.url, api.client.headers["Authorization"].removeprefix("Bearer "))
        with in_use(users):
            until("it is used", lambda: len(users.reported) > 10)
            # The version before runs on beside what the next one needs.
            manage(tmp_path / "first", shared, "migrate", "--no-input", project=next_version)
            reported = len(users.reported)
            until("the version before writes on", lambda: len(users.reported) > reported + 10)
            for host in hosts:
                upgrade(host, next_version, balancer)
            reported = len(users.reported)
            until("the next version is used", lambda: len(users.reported) > reported + 10)
        assert users.failed == []
        until("all that was reported is final", lambda: all_final(shared["DATABASE_URL"], users.reported))
        assert rooms(shared["DATABASE_URL"]) == {"the bar"}
        assert {running_from(host) for host in hosts} == {next_version}


def upgrade(host: Host, project: Path, balancer: Balancer) -> None:
    """Its workers first, for a new web process may ask for work that an old worker does not know."""
    host.project = project
    host.stop("dispatcher", "worker")
    host.start("worker", "dispatcher")
    balancer.leave_out(host)
    host.stop("web")
    host.start("web")
    until(f"{host.name} answers again", lambda: get(f"{host.url}/healthz")[0] == 200, PATIENCE)
    balancer.ask_again(host)


def all_final(address: str, matches: list[int]) -> bool:
    with psycopg.connect(address) as database:
        found = database.execute(
            "SELECT count(*) FROM matches_match WHERE id = ANY(%s) AND state = 'final'", [matches]
        ).fetchone()
    return found is not None and found[0] == len(matches)


def rooms(address: str) -> set[str]:
    """What is in the new column: the old version knew nothing of it."""
    with psycopg.connect(address) as database:
        return {room for (room,) in database.execute("SELECT DISTINCT room FROM matches_match")}


def running_from(host: Host) -> Path:
    return Path(os.readlink(f"/proc/{host.processes['web'].pid}/cwd"))
