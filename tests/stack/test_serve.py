"""`serve` as a person uses and abuses it: the real service, real kills."""

import gzip
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded.service import Service
from config.niceness import GIVES_WAY
from matches.work.queues import Queue
from tests.config.stack import (
    PROCESSES,
    PROJECT,
    Stack,
    environment,
    get,
    processes_of,
    until,
)
from tests.databases import database_address
from tests.stack.pasted import paste_examples

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running service, over what a killed first start left; in the end only its supervisor is killed."""
    var = tmp_path_factory.mktemp("serve") / "var"
    torn = var / "postgres.new"
    torn.mkdir(parents=True)
    (torn / "PG_VERSION").write_text("18\n")
    stack = Stack.start(var)
    try:
        yield stack.wait_ready()
    finally:
        stack.process.kill()
        stack.process.wait()
    until("no process is left behind by a killed supervisor", lambda: processes_of(var) == [])


def serve(var: Path, port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "config.embedded.serve", "--port", str(port)]
    return subprocess.run(
        command, cwd=PROJECT, env=environment(var), capture_output=True, text=True, timeout=60
    )


def found(var: Path) -> Service:
    """The service over `var`, as another program finds it."""
    look = "import json; from config.embedded import service; print(json.dumps(vars(service.find_service())))"
    command = [sys.executable, "-c", look]
    asked = subprocess.run(
        command, cwd=PROJECT, env=environment(var), capture_output=True, text=True, timeout=60
    )
    assert asked.returncode == 0, asked.stderr
    return Service(**json.loads(asked.stdout))


def test_says_what_it_runs_and_where(stack: Stack) -> None:
    said = stack.said()
    login = json.loads(stack.layout.login_file.read_text())
    assert f"PostgreSQL  18.4, data in {stack.var}/postgres" in said
    assert re.search(rf"(Redis|Valkey) +\d+\.\d+\.\d+, data in {stack.var}/redis", said)
    assert f"Address     {stack.url}/" in said
    assert f"Login       director / {login['password']}" in said
    assert stat.S_IMODE(stack.layout.login_file.stat().st_mode) == 0o600
    assert set(stack.pids()) == set(PROCESSES)


def test_what_nobody_waits_for_gives_way(stack: Stack) -> None:
    def niceness() -> dict[str, int]:
        return {name: os.getpriority(os.PRIO_PROCESS, pid) for name, pid in stack.pids().items()}

    until("the worker is nice", lambda: niceness()["background"] - niceness()["worker"] == GIVES_WAY)
    assert niceness()["web"] == niceness()["dispatcher"] == niceness()["worker"]


def test_static_files_are_small_and_kept_for_years(stack: Stack) -> None:
    _, page = get(f"{stack.url}/")
    (address,) = set(re.findall(r"/static/matches/base\.[0-9a-f]{12}\.css", page))
    request = urllib.request.Request(f"{stack.url}{address}", headers={"Accept-Encoding": "gzip, br"})
    with urllib.request.urlopen(request, timeout=5) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"
        body = gzip.decompress(response.read())
    # Beside what it says of other files, whose names have changed.
    assert len(body) >= (PROJECT / "matches" / "static" / "matches" / "base.css").stat().st_size


def test_the_login_works(stack: Stack) -> None:
    script = (
        "import json, sys; from django.contrib.auth import authenticate;"
        "known = json.load(open(sys.argv[1]));"
        "user = authenticate(username=known['login'], password=known['password']);"
        "sys.exit(not (user and user.is_superuser))"
    )
    shell = f"import sys; sys.argv = ['', {str(stack.layout.login_file)!r}]; {script}"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", shell]
    assert subprocess.run(command, cwd=PROJECT, env=environment(stack.var)).returncode == 0


def test_the_web_process_has_the_metrics_of_all(stack: Stack) -> None:
    """Of itself, and of the processes that workers fork."""

    def series() -> dict[str, float]:
        _, text = get(f"{stack.url}/metrics")
        lines = [line.rpartition(" ") for line in text.splitlines() if line[:1] != "#"]
        return {name: float(value) for name, _, value in lines}

    def all_there() -> bool:
        found = series()
        workers = [found.get(f'golden_queue_workers{{queue="{queue}"}}') for queue in Queue]
        return (
            'golden_web_threads{process="web@' in " ".join(found)
            and workers == [1] * len(Queue)
            and found.get('golden_tasks_total{kind="matches.heartbeat",outcome="done"}', 0) > 0
        )

    until("every process has said how it stands", all_there)
    found = series()
    assert found['golden_requests_total{method="GET",route="metrics",status="2xx"}'] > 0
    assert {found[f'golden_up{{part="{part}"}}'] for part in ("database", "broker", "counts")} == {1}


def test_what_is_pasted_works_on_a_fresh_service(stack: Stack) -> None:
    paste_examples(stack.url, stack.var)


def test_a_second_service_over_the_same_data_is_refused(stack: Stack) -> None:
    second = serve(stack.var, stack.port + 1)
    assert second.returncode == 1
    assert f"is being served already, at {stack.url} by process {stack.process.pid}" in second.stderr
    assert stack.healthy()


def test_a_port_in_use_is_refused_before_anything_starts(stack: Stack, tmp_path: Path) -> None:
    refused = serve(tmp_path / "var", stack.port)
    assert refused.returncode == 1
    assert f"Port {stack.port} on 127.0.0.1 cannot be used" in refused.stderr
    assert f"--port {stack.port + 1}" in refused.stderr
    assert not (tmp_path / "var" / "postgres").exists()


def test_whatever_is_killed_is_started_again(stack: Stack) -> None:
    before = stack.pids()
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)

    def all_new() -> bool:
        now = stack.pids()
        return now.keys() == before.keys() and not set(now.values()) & set(before.values())

    until("every process is a new one", all_new)
    until("the service is healthy again", stack.healthy)
    for name in PROCESSES:
        assert f"{name} ended (SIGKILL); starting it again" in stack.said()


def test_data_outlives_a_kill_of_everything_and_no_process_does(stack: Stack) -> None:
    """The other tests find the second service in the place of the first."""
    address, login = stack.layout.database_url, stack.layout.login_file.read_text()
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("CREATE TABLE remembered AS SELECT 64 AS cube")
    redis, prepared = stack.pids()["redis"], stack.layout.prepared_file.stat().st_mtime_ns
    # The children of the first are still on their way out, one of them for long.
    os.kill(redis, signal.SIGSTOP)
    stack.process.kill()
    stack.process.wait()
    stack.process = Stack.start(stack.var, stack.port).process
    time.sleep(2)
    assert stack.said() == "", "nothing is started while an earlier process still uses the data"
    os.kill(redis, signal.SIGCONT)
    until("the second has taken over", stack.said)
    assert found(stack.var).url == stack.url, "who looks for a service that is starting waits for it"
    stack.wait_ready()
    assert stack.layout.prepared_file.stat().st_mtime_ns == prepared, "no second time"
    with psycopg.connect(address) as database:
        assert database.execute("SELECT cube FROM remembered").fetchone() == (64,)
    assert stack.layout.login_file.read_text() == login
    assert f"director / {json.loads(login)['password']}" in stack.said()
    assert stack.healthy()


def test_data_of_another_postgresql_is_left_alone(tmp_path: Path) -> None:
    data = tmp_path / "var" / "postgres"
    data.mkdir(parents=True)
    (tmp_path / "var").chmod(0o700)
    (data / "PG_VERSION").write_text("12\n")
    refused = serve(tmp_path / "var", 0)
    assert refused.returncode == 1
    assert "was made by PostgreSQL 12" in refused.stderr
    assert [file.name for file in data.iterdir()] == ["PG_VERSION"]


def test_what_a_killed_first_start_left_is_made_again(stack: Stack) -> None:
    assert [path.name for path in stack.var.glob("postgres*")] == ["postgres"]


@pytest.mark.skipif("GOLDEN_TEST_REDIS" not in os.environ, reason="needs databases of a Redis of ours")
def test_servers_that_are_given_are_not_embedded(tmp_path: Path) -> None:
    database = f"given_{os.getpid()}"
    socket = os.environ["CELERY_BROKER_URL"].partition("?")[0]
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {database}")
    given = {
        "DATABASE_URL": database_address(database),
        "REDIS_URL": f"{os.environ['REDIS_URL'].partition('?')[0]}?db=61",
        "CELERY_BROKER_URL": f"{socket}?virtual_host=60",
    }
    stack = Stack.start(tmp_path / "var", **given).wait_ready()
    try:
        said, running = stack.said(), set(stack.pids())
    finally:
        assert stack.interrupt() == 0
    assert stack.said().endswith("Stopping ...\nStopped.\n")
    assert processes_of(stack.var) == []
    assert running == {*PROCESSES} - {"postgres", "redis"}
    assert "PostgreSQL  at a local socket, as DATABASE_URL says" in said
    assert "Redis       at a local socket, as REDIS_URL says" in said
    assert not (stack.var / "postgres").exists()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {database} WITH (FORCE)")
