"""A PostgreSQL that follows another one."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from config.embedded.layout import VarDirectory
from config.embedded.servers import find_postgres, postgres_identity
from config.embedded.supervisor import Program, child_command
from tests.config.stack import PROJECT, children_of_process, until


@contextmanager
def servers_of_their_own() -> Iterator[dict[str, str]]:
    """The variables that lead to a PostgreSQL that writes to the disk, and to a Redis."""
    holder = subprocess.Popen(
        [sys.executable, "-m", "config.embedded.throwaway", "postgres", "redis", "durable"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        yield json.loads(holder.stdout.readline())["variables"]
    finally:
        holder.stdin.close()
        holder.stdout.close()
        holder.wait(30)


class Standby:
    """A copy of a server, in a directory of its own, that follows it while it runs."""

    PORT = 5433

    def __init__(self, primary: str) -> None:
        self.primary = psycopg.conninfo.conninfo_to_dict(primary)
        self.programs = find_postgres().path.parent
        self.identity = postgres_identity(VarDirectory.from_environment())
        self.directory = Path(tempfile.mkdtemp(prefix="golden-standby-"))
        if self.identity.startswith("user:"):
            shutil.chown(self.directory, *map(int, self.identity.split(":")[1:]))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        name, user = self.primary["dbname"], self.primary["user"]
        return f"postgresql://{user}@/{name}?host={self.directory}&port={self.PORT}"

    def run(self, *words: str) -> subprocess.Popen[bytes]:
        program = (str(self.programs / words[0]), *words[1:])
        with (self.directory / "log").open("ab") as log:
            return subprocess.Popen(
                child_command(Program(words[0], program, identity=self.identity)),
                cwd=self.directory,
                stdout=log,
                stderr=log,
            )

    def copy(self) -> None:
        where = (
            f"--host={self.primary['host']} --port={self.primary['port']} --username={self.primary['user']}"
        )
        how = "--write-recovery-conf --checkpoint=fast --no-sync"
        assert self.run("pg_basebackup", "--pgdata=data", *where.split(), *how.split()).wait(60) == 0, (
            self.said()
        )

    def start(self) -> None:
        self.process = self.run(
            "postgres", "-D", "data", "-k", str(self.directory), "-h", "", "-p", str(self.PORT)
        )
        until("the replica answers", self.answers)

    def answers(self) -> bool:
        assert self.process is None or self.process.poll() is None, self.said()
        with suppress(psycopg.OperationalError):
            self.ask("SELECT 1")
            return True
        return False

    def ask(self, statement: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as database:
            database.execute(statement)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Within it all of it stands still: it takes connections, and says nothing."""
        assert self.process is not None
        its = [str(self.process.pid), *map(str, children_of_process(self.process.pid))]
        subprocess.run(["kill", "-STOP", *its], check=True)
        try:
            yield
        finally:
            subprocess.run(["kill", "-CONT", *its], check=False)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        # Of those that it had started each ends when it notices, and the next may not start before.
        until("nothing of it runs", lambda: not self.answers())

    def said(self) -> str:
        return (self.directory / "log").read_text()


@contextmanager
def standby_of(primary: str) -> Iterator[Standby]:
    standby = Standby(primary)
    try:
        standby.copy()
        standby.start()
        yield standby
    finally:
        standby.kill()
        shutil.rmtree(standby.directory, ignore_errors=True)
