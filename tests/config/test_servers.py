"""How the embedded servers are found, prepared and run, under whichever user this is."""

import asyncio
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from config.embedded import servers
from config.embedded.layout import UnsafeDirectory, VarDirectory, local_secret
from config.embedded.supervisor import Program, StartFailed, Supervisor
from tests.config.stack import PROJECT, program

ENVIRONMENT = dict(os.environ, LC_ALL="C", TZ="UTC")
NOBODY = pwd.getpwnam("nobody")


@pytest.fixture
def layout() -> Iterator[VarDirectory]:
    # Not pytest's directory, which only its owner may enter.
    root = Path(tempfile.mkdtemp(prefix="golden-")).resolve()
    layout = VarDirectory(root / "var")
    layout.make_directories()
    yield layout
    shutil.rmtree(root)


def ask_postgres(layout: VarDirectory, query: str) -> object:
    """Start PostgreSQL over `layout`, ask, stop it; the first value of the answer."""

    async def run() -> object:
        supervisor = Supervisor(layout.log_directory, ENVIRONMENT, PROJECT)
        try:
            postgres = servers.find_postgres()
            await supervisor.start_program(await servers.postgres_program(layout, postgres, ENVIRONMENT))
            with psycopg.connect(layout.database_url, autocommit=True) as connection:
                return connection.execute(query).fetchone()[0]
        finally:
            await supervisor.stop_programs()

    return asyncio.run(run())


def test_the_database_is_the_same_everywhere(layout: VarDirectory) -> None:
    query = """
        SELECT concat_ws(
            ' ', pg_encoding_to_char(encoding), datlocprovider, datlocale,
            current_setting('TimeZone'), current_setting('fsync'), current_setting('listen_addresses')
        )
        FROM pg_database WHERE datname = current_database()
    """
    assert ask_postgres(layout, query) == "UTF8 b C.UTF-8 UTC on "


def test_a_process_number_in_use_by_another_does_not_keep_postgresql_down(layout: VarDirectory) -> None:
    ask_postgres(layout, "SELECT 1")
    # In a container the old number may be anybody's: here it is this process's parent's.
    stale = layout.postgres_data / "postmaster.pid"
    stale.write_text(f"{os.getppid()}\n{layout.postgres_data}\n1\n5432\n{layout.socket_directory}\n\n\n")
    assert ask_postgres(layout, "SELECT 64") == 64


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
def test_root_without_user_namespaces_runs_postgresql_as_nobody(
    layout: VarDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = servers._may_become
    if not may(f"user:{NOBODY.pw_uid}:{NOBODY.pw_gid}", str(servers.find_postgres().path)):
        pytest.skip("nobody cannot reach the programs of this checkout")
    layout.root.parent.chmod(0o755)
    monkeypatch.setattr(
        servers, "_may_become", lambda identity, *paths: "namespace" not in identity and may(identity, *paths)
    )
    assert ask_postgres(layout, "SELECT 1") == 1
    assert layout.postgres_data.stat().st_uid == NOBODY.pw_uid
    # What was made by nobody is opened by nobody, wherever user namespaces are allowed again.
    monkeypatch.undo()
    layout.make_directories()
    assert ask_postgres(layout, "SELECT 2") == 2
    assert layout.postgres_data.stat().st_uid == NOBODY.pw_uid


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
def test_root_in_a_closed_directory_without_user_namespaces_is_refused(
    layout: VarDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = servers._may_become
    monkeypatch.setattr(
        servers, "_may_become", lambda identity, *paths: "namespace" not in identity and may(identity, *paths)
    )
    layout.root.parent.chmod(0o700)
    with pytest.raises(servers.ServerUnavailable, match="cannot reach"):
        asyncio.run(servers.postgres_program(layout, servers.find_postgres(), ENVIRONMENT))


@pytest.mark.parametrize(
    ("said", "server"),
    [
        ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=d81b", "Redis 7.0.15"),
        ("Valkey server v=9.1.2 sha=00000000:1 malloc=libc bits=64 build=1536", "Valkey 9.1.2"),
    ],
)
def test_a_server_on_the_path_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, server: str
) -> None:
    program(tmp_path / "redis-server", f"echo '{said}'")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = servers.find_redis()
    assert (str(found), found.path) == (server, tmp_path / "redis-server")


@pytest.mark.parametrize("text", ["echo 'Redis server v=5.0.14 sha=0'", "echo what", "exit 1"])
def test_a_server_that_is_too_old_or_broken_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    old = program(tmp_path / "redis-server", text)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert servers.find_redis().path != old


def test_each_kind_of_redis_has_its_own_data(layout: VarDirectory) -> None:
    kinds = [("Redis", "6.2.14"), ("Redis", "7.0.15"), ("Valkey", "9.1.2")]
    programs = [
        servers.redis_program(layout, servers.EmbeddedServer(*kind, Path("/server"))) for kind in kinds
    ]
    places = [program.command[program.command.index("--dir") + 1] for program in programs]
    assert [Path(place).name for place in places] == ["redis-6", "redis-7", "valkey-9"]


def test_a_long_or_odd_path_gets_its_sockets_elsewhere() -> None:
    short, long, odd = (
        VarDirectory(Path("/srv/gp/var")),
        VarDirectory(Path("/srv") / ("x" * 90)),
        VarDirectory(Path("/a b/var")),
    )
    assert short.socket_directory == Path("/srv/gp/var/run")
    assert short.database_url == "postgresql://golden@/golden?host=/srv/gp/var/run&port=5432"
    for layout in (long, odd):
        assert layout.socket_directory.parent == Path("/tmp")
        assert str(os.getuid()) in layout.socket_directory.name
        assert len(f"{layout.socket_directory}/.s.PGSQL.5432") < 104
    assert long.socket_directory != odd.socket_directory


def test_a_directory_of_somebody_else_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "var"
    link.symlink_to(tmp_path / "real")
    with pytest.raises(UnsafeDirectory, match=str(link)):
        VarDirectory(link).make_directories()


def test_directories_are_closed(tmp_path: Path) -> None:
    layout = VarDirectory(tmp_path / "var")
    (tmp_path / "var").mkdir(mode=0o755)
    layout.make_directories()
    for directory in (layout.root, layout.socket_directory, layout.log_directory, layout.redis_data):
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700


def test_the_secret_is_made_once_and_closed(tmp_path: Path) -> None:
    layout = VarDirectory(tmp_path / "var")
    secret = local_secret(layout)
    assert len(secret) > 50
    assert local_secret(layout) == secret
    assert [stat.S_IMODE(file.stat().st_mode) for file in layout.root.iterdir()] == [0o600]


def test_a_program_that_cannot_start_is_named_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.embedded.supervisor.FIRST_DELAY", 0.01)

    async def start() -> None:
        supervisor = Supervisor(tmp_path, ENVIRONMENT, tmp_path)
        dies = program(tmp_path / "dies", "echo the cube is missing; exit 3")
        never = Program("dice", (str(dies),), ready=lambda: asyncio.sleep(0, False))
        try:
            await supervisor.start_program(never)
        finally:
            await supervisor.stop_programs()

    with pytest.raises(StartFailed, match=r"(?s)dice did not start.*the cube is missing"):
        asyncio.run(start())


def test_a_program_runs_though_its_log_cannot_be_written(tmp_path: Path) -> None:
    """As on a full disk."""
    (tmp_path / "dice.log").mkdir()
    rolled = tmp_path / "rolled"

    async def run() -> None:
        supervisor = Supervisor(tmp_path, ENVIRONMENT, tmp_path)
        rolls = program(tmp_path / "rolls", f"echo 66; touch {rolled}; exec sleep 60")
        await supervisor.start_program(
            Program("dice", (str(rolls),), ready=lambda: asyncio.sleep(0, rolled.exists()))
        )
        await supervisor.stop_programs()

    asyncio.run(run())
    assert rolled.exists()


def test_what_cannot_be_started_now_is_started_when_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here for want of its directory; without memory or room it is the same."""
    monkeypatch.setattr("config.embedded.supervisor.FIRST_DELAY", 0.01)
    place, said = tmp_path / "place", []

    def say(text: str) -> None:
        said.append(text)
        place.mkdir(exist_ok=True)

    async def run() -> None:
        supervisor = Supervisor(tmp_path, ENVIRONMENT, place, say=say)
        sits = program(tmp_path / "sits", "exec sleep 60")
        await supervisor.start_program(Program("player", (str(sits),)))
        assert supervisor.running_pids().keys() == {"player"}
        await supervisor.stop_programs()

    asyncio.run(run())
    assert said == ["player cannot be started now (No such file or directory)"]


def test_a_program_that_does_not_stop_is_killed_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.embedded.supervisor.STOP_WITHIN", 0.5)
    child = tmp_path / "child"
    stubborn = program(
        tmp_path / "stubborn",
        f"trap '' TERM; sleep 99 & echo $! >{child}.new; mv {child}.new {child}; sleep 98",
    )

    async def run() -> None:
        supervisor = Supervisor(tmp_path, ENVIRONMENT, tmp_path, say=said.append)
        await supervisor.start_program(
            Program("stubborn", (str(stubborn),), ready=lambda: asyncio.sleep(0.05, child.exists()))
        )
        await supervisor.stop_programs()

    said: list[str] = []
    asyncio.run(run())
    assert said == ["stubborn did not stop within 0 s and was killed"]
    assert gone(child.read_text())


def test_what_a_killed_program_started_itself_goes_with_it(tmp_path: Path) -> None:
    children = tmp_path / "children"
    parent = program(tmp_path / "parent", f"sleep 97 & echo $! >>{children}; wait")

    def born() -> list[str]:
        return children.read_text().split() if children.exists() else []

    async def run() -> None:
        supervisor = Supervisor(tmp_path, ENVIRONMENT, tmp_path, say=lambda text: None)
        await supervisor.start_program(
            Program("parent", (str(parent),), ready=lambda: asyncio.sleep(0.05, born()))
        )
        os.kill(supervisor.running_pids()["parent"], signal.SIGKILL)
        while len(born()) < 2:
            await asyncio.sleep(0.05)
        assert not alive(born()[0])
        assert alive(born()[1])
        await supervisor.stop_programs()

    asyncio.run(run())
    assert not alive(born()[1])


def alive(pid: str) -> bool:
    """Whether a process runs; one that is dead and waits for its heir to notice does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True).stdout
    return state.strip()[:1] not in ("", "Z")


def gone(pid: str) -> bool:
    """Whether a process that was sent SIGKILL ends; on a busy machine it may take it a moment to die."""
    deadline = time.monotonic() + 10
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_logs_that_have_grown_are_moved_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.embedded.supervisor.LOG_BYTES", 10)
    monkeypatch.setattr("config.embedded.supervisor.LOG_COPIES", 2)
    from config.embedded.supervisor import rotate_log

    log = tmp_path / "web.log"
    with log.open("ab") as writer:
        for text in (b"the first part\n", b"the second part\n", b"the third part\n", b"short\n"):
            writer.write(text)
            writer.flush()
            rotate_log(log)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "web.log": "short\n",
        "web.log.1": "the third part\n",
        "web.log.2": "the second part\n",
    }


def test_a_log_that_cannot_be_copied_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.embedded.supervisor.LOG_BYTES", 10)
    from config.embedded.supervisor import rotate_log

    files = {"web.log": "the second part\n", "web.log.1": "the first part\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "web.log.new").mkdir()
    with pytest.raises(OSError, match=r"web\.log\.new"):
        rotate_log(tmp_path / "web.log")
    assert {name: (tmp_path / name).read_text() for name in files} == files


@pytest.mark.parametrize("name", ["REDIS_URL", "CELERY_BROKER_URL"])
def test_a_process_of_tests_has_a_redis_of_its_own(name: str) -> None:
    """The settings are read after the process has named it: a worker that shared it would share counts."""
    address = os.environ.get(name, getattr(settings, name))
    assert getattr(settings, name) == address
    if "GOLDEN_TEST_REDIS" in os.environ and "PYTEST_XDIST_WORKER" in os.environ:
        assert "=" in address.rpartition("?")[2], "a number of its own"
