"""The whole service on one machine: `./run serve`.

    python -m config.embedded.serve [--host HOST] [--port PORT]

What DATABASE_URL or REDIS_URL names is used, what they do not name is embedded. Ends with SIGINT (Ctrl-C)
or SIGTERM.
"""

import argparse
import asyncio
import compileall
import contextlib
import fcntl
import hashlib
import json
import os
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from config.embedded import gate, servers
from config.embedded.collected import CollectFailed, collect_static_files
from config.embedded.layout import PROJECT, UnsafeDirectory, VarDirectory
from config.embedded.programs import service_programs
from config.embedded.supervisor import Program, StartFailed, Supervisor, run_to_end
from config.openness import Openness, UnknownChoice
from config.pooler import NoDirectAddress, chosen_pooler
from config.web import open_listener

# Who still uses what goes first.
STOP_ORDER = ("web", "solo", "dispatcher", "beat", "bots", "background", "worker", "postgres", "redis")
# Who begins when all else is ready: nobody waits for the clock, for the worker itself reports that it is
# there, nor for what no result waits for, nor for the computer players, nor for the process of solo games,
# which the web process stands in for.
LATER = ("background", "beat", "bots", "solo")
# What a killed service may take to end its own processes, and a started one to report itself ready.
LEFTOVERS_WITHIN, READY_WITHIN = 20.0, 30.0
# What an embedded PostgreSQL may take to make its data and start.
SERVERS_WITHIN = 90.0


class AlreadyServed(RuntimeError):
    """Another process serves this directory."""

    code = "already_served"


class PortTaken(RuntimeError):
    """The port cannot be had."""

    code = "port_taken"


class PrepareFailed(RuntimeError):
    """The database could not be brought up to date."""

    code = "prepare_failed"


FAULTS = (
    AlreadyServed,
    CollectFailed,
    NoDirectAddress,
    PortTaken,
    PrepareFailed,
    StartFailed,
    UnknownChoice,
    UnsafeDirectory,
    servers.ServerUnavailable,
)


def print_line(text: str = "") -> None:
    # A terminal that was closed must not keep us from stopping the servers.
    with contextlib.suppress(OSError):
        print(text, flush=True)


@dataclass(frozen=True)
class RunningService:
    """Who serves a directory: process id and address."""

    pid: int
    url: str


def running_service(layout: VarDirectory) -> RunningService | None:
    """The process that serves `layout` now, None if nobody does."""
    try:
        with layout.lock_file.open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                found = RunningService(**json.load(lock))
                os.kill(found.pid, 0)
                return found
    except (OSError, ValueError):
        pass
    return None


def take_lock(layout: VarDirectory, url: str) -> int:
    """Take the lock on `layout`; return its descriptor, which every child inherits.

    So the lock is free when the last of them has ended, not before, and nobody starts a second server
    over the same data while the first still writes it. Raises AlreadyServed.
    """
    lock = os.open(layout.lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + LEFTOVERS_WITHIN
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if found := running_service(layout):
                os.close(lock)
                raise AlreadyServed(
                    f"{layout.root} is being served already, at {found.url} by process {found.pid}. "
                    "Stop that with Ctrl-C there or `./run stop`, or set GOLDEN_VAR to another directory."
                ) from None
        if time.monotonic() > deadline:
            raise AlreadyServed(f"Processes of an earlier service still use {layout.root}; see `ps`.")
        # The one who served was killed; its children are on their way out.
        time.sleep(0.1)
    os.ftruncate(lock, 0)
    os.pwrite(lock, json.dumps({"pid": os.getpid(), "url": url}).encode(), 0)
    return lock


def bind_listener(host: str, port: int) -> socket.socket:
    """The web process's socket, ours so that it outlives a web process that dies. Raises PortTaken."""
    try:
        return open_listener(host, port)
    except OSError as error:
        raise PortTaken(
            f"Port {port} on {host} cannot be used ({error.strerror}). "
            f"Choose another: ./run serve --port {port + 1 if port < 65535 else 8000}"
        ) from None


async def run_service(host: str, port: int) -> None:
    """Run the service until cancelled. Raises one of FAULTS."""
    began = time.monotonic()
    openness = Openness.from_environment()
    chosen_pooler(os.environ.get("DATABASE_POOLER", ""), os.environ.get("DATABASE_DIRECT_URL", ""))
    layout = VarDirectory.from_environment()
    layout.make_directories()
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::', '') else host}:{port}"
    lock = take_lock(layout, url)
    listener = bind_listener(host, port)
    prepared = gate.StartGate()
    environment = {
        "PUBLIC_URL": url,
        "SOLO_ADDRESS": f"unix:{layout.solo_socket}",
        **os.environ,
        gate.DESCRIPTOR: str(prepared.descriptor),
        "GOLDEN_VAR": str(layout.root),
        "STATIC_ROOT": str(layout.static_directory),
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    supervisor = Supervisor(layout.log_directory, environment, PROJECT, print_line, files=(lock,))
    logs = asyncio.create_task(supervisor.keep_logs_short())
    try:
        print_line("Golden Point")
        compile_sources()
        await collect_static_files(layout, environment)
        programs = service_programs(listener, prepared.descriptor)
        await start_prepared(supervisor, layout, [each for each in programs if each.name not in LATER])
        prepared.open()
        await wait_until_ready(url, supervisor)
        await start_programs(supervisor, [each for each in programs if each.name in LATER])
        print_line(service_summary(layout, url, openness))
        print_line(f"Ready after {time.monotonic() - began:.1f} s. Ctrl-C stops it.")
        await asyncio.Event().wait()
    finally:
        print_line("Stopping ...")
        listener.close()
        logs.cancel()
        await asyncio.shield(supervisor.stop_programs(STOP_ORDER))
        print_line("Stopped.")


def compile_sources() -> None:
    """Compile what has changed since it was installed: once, not in each of our processes."""
    for name in ("config", "engine", "matches", "tournaments"):
        compileall.compile_dir(PROJECT / name, quiet=2)


async def start_prepared(supervisor: Supervisor, layout: VarDirectory, programs: list[Program]) -> None:
    """Start the servers and `programs`, and bring the database up to date. Raises PrepareFailed.

    The programs load their code meanwhile, and wait at the gate. So does the process that makes the tables
    of a new database, and waits for the servers.
    """
    note = layout.prepared_file
    if note.exists() or os.environ.get("DATABASE_URL"):
        await start_programs(supervisor, programs)
        await start_servers(supervisor, layout)
        if note.exists() and note.read_text() == state_of(layout):
            return
        await prepare_database(supervisor.environment)
    else:
        preparing = asyncio.create_task(
            prepare_database(supervisor.environment, servers_within=SERVERS_WITHIN)
        )
        try:
            await start_servers(supervisor, layout)
            # Sooner they would slow down what everybody waits for: that the database is made.
            await start_programs(supervisor, programs)
            await preparing
        finally:
            preparing.cancel()
            await asyncio.gather(preparing, return_exceptions=True)
    note.unlink(missing_ok=True)
    if (state := state_of(layout)) is not None:
        note.write_text(state)


async def start_programs(supervisor: Supervisor, programs: list[Program]) -> None:
    await asyncio.gather(*map(supervisor.start_program, programs))


def state_of(layout: VarDirectory) -> str | None:
    """What a preparation depends on, and what it leaves: migrations here and there, and the first login.

    None where there is no login, or the database cannot be read.
    """
    digest = hashlib.sha256()
    address = os.environ.get("DATABASE_URL") or layout.database_url
    asked = (
        "SELECT system_identifier, current_database() FROM pg_control_system()",
        "SELECT app, name FROM django_migrations ORDER BY id",
        "SELECT id, password FROM matches_user WHERE username = 'director'",
    )
    try:
        for path in sorted([*PROJECT.glob("*/migrations/*.py"), PROJECT / "uv.lock", layout.login_file]):
            digest.update(path.read_bytes())
        with psycopg.connect(address, connect_timeout=5) as database:
            for question in asked:
                digest.update(repr(database.execute(question).fetchall()).encode())
    except (OSError, psycopg.Error):
        return None
    return digest.hexdigest()


async def start_servers(supervisor: Supervisor, layout: VarDirectory) -> None:
    """Start what is not given by an address, and say which is which."""
    wanted = []
    environment = {**supervisor.environment, "LC_ALL": "C", "TZ": "UTC"}
    if given := os.environ.get("DATABASE_URL"):
        print_line(f"  PostgreSQL  {_server_place(given)}, as DATABASE_URL says")
    else:
        server = servers.find_postgres()
        print_line(f"  PostgreSQL  {server.version}, data in {layout.postgres_data}")
        wanted.append(await servers.postgres_program(layout, server, environment))
    if given := os.environ.get("REDIS_URL"):
        print_line(f"  Redis       {_server_place(given)}, as REDIS_URL says")
    else:
        server = servers.find_redis()
        print_line(f"  {server.name:<11} {server.version}, data in {layout.redis_data}")
        wanted.append(servers.redis_program(layout, server))
    await start_programs(supervisor, wanted)


def _server_place(address: str) -> str:
    # Never the whole address: there is a password in it.
    host = urlsplit(address).hostname
    return f"at {host}" if host else "at a local socket"


async def prepare_database(environment: Mapping[str, str], servers_within: float = 0) -> None:
    """Migrate, and make the first login. Raises PrepareFailed with what the command wrote."""
    words = (sys.executable, "manage.py", "prepare", "--wait", str(servers_within))
    # Tied to us: it must not prepare what another start prepares after us. A connection that is refused is
    # tried again at once, not when a pool thinks fit.
    program = Program("prepare", words, signal.SIGKILL)
    status, output = await run_to_end(program, PROJECT, {**environment, "DATABASE_POOL": "0"})
    if status:
        raise PrepareFailed(f"The database could not be prepared.\n{output.decode(errors='replace').strip()}")


async def wait_until_ready(url: str, supervisor: Supervisor) -> None:
    """Return when /readyz says that everything works; say what does not if that takes too long."""
    deadline = time.monotonic() + READY_WITHIN
    while True:
        status, answer = await asyncio.to_thread(ask_url, f"{url}/readyz")
        if status == 200:
            return
        if time.monotonic() > deadline:
            print_line(f"  Not everything works yet: {answer or 'no answer'}; see {supervisor.logs}")
            return
        await asyncio.sleep(0.05)


def ask_url(url: str) -> tuple[int, str]:
    """(status, body) of a GET; (0, "") if nobody answers within two seconds."""
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=2) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")
    except (OSError, ValueError):
        return 0, ""


def service_summary(layout: VarDirectory, url: str, openness: Openness) -> str:
    """Where everything is and who may come, for the person at the terminal."""
    login = json.loads(layout.login_file.read_text())
    password = login["password"] or "the password you chose"
    return "\n".join(
        [
            f"  Logs        {layout.log_directory}",
            f"  Address     {url}/",
            f"  Login       {login['login']} / {password}",
            f"  {openness}",
        ]
    )


async def run_until_signalled(host: str, port: int) -> None:
    """serve(), ended by SIGINT or SIGTERM; a second signal changes nothing."""
    service = asyncio.create_task(run_service(host, port))
    loop = asyncio.get_running_loop()
    asked = False

    def stop_service() -> None:
        nonlocal asked
        if not asked:
            asked = True
            service.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop_service)
    with contextlib.suppress(asyncio.CancelledError):
        await service


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run serve", description="Run the whole service on this machine.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: this machine only)"
    )
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    options = parser.parse_args()
    try:
        asyncio.run(run_until_signalled(options.host, options.port))
    except FAULTS as fault:
        sys.exit(str(fault))


def stop_service() -> None:
    """Stop the service of this directory and wait until its last process has ended: `./run stop`."""
    layout = VarDirectory.from_environment()
    found = running_service(layout)
    if found is None:
        print_line(f"Nobody serves {layout.root}.")
        return
    os.kill(found.pid, signal.SIGTERM)
    with Path(layout.lock_file).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
    print_line(f"Stopped the service at {found.url}.")


if __name__ == "__main__":
    main()
