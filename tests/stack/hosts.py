"""Several hosts of one service on this machine, each with processes and a directory of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.layout import VarDirectory
from config.embedded.programs import worker_command
from config.embedded.servers import postgres_identity
from config.embedded.supervisor import Program, child_command
from matches.work.queues import Queue
from tests.config.stack import PROJECT, environment, free_port, get, until

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
# Connections to PostgreSQL that the pooler opens at most.
POOLED = 3
# Seconds: as many processes load at once.
PATIENCE = 150


class Host:
    """One of them: a web process, a worker of every queue, a dispatcher."""

    def __init__(self, name: str, root: Path, shared: dict[str, str], project: Path = PROJECT) -> None:
        """shared: the variables that every host of the service has. project: the code that it runs."""
        self.name, self.port, self.directory, self.project = name, free_port(), root / name, project
        self.directory.mkdir()
        self.variables = environment(self.directory) | shared
        self.commands = {
            "web": [sys.executable, "-m", "config.web", "--port", str(self.port)],
            "worker": [*worker_command(f"worker-{name}", Queue, 1)],
            "dispatcher": [sys.executable, "manage.py", "dispatch"],
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *names: str) -> None:
        """Those processes; all of them where none is named."""
        for name in names or self.commands:
            with (self.directory / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    self.commands[name], cwd=self.project, env=self.variables, stdout=log, stderr=log
                )

    def kill(self, *names: str) -> None:
        for name in names:
            self.processes[name].kill()
            self.processes[name].wait()

    def stop(self, *names: str) -> None:
        """Ask those processes to end, all of them where none is named, and wait until they have."""
        processes = [process for name, process in self.processes.items() if not names or name in names]
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def manage(var: Path, shared: dict[str, str], *words: str, project: Path = PROJECT) -> None:
    """What `manage.py` does on a host that has its directory there."""
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=project,
        env=environment(var) | shared,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def prepared(var: Path, shared: dict[str, str]) -> str:
    """Make the service's database ready; the password of its first login."""
    manage(var, shared, "prepare")
    return str(json.loads((var / "login.json").read_text())["password"])


def wait_until_up(hosts: list[Host]) -> None:
    for host in hosts:
        until(f"{host.name} is up", lambda host=host: get(f"{host.url}/readyz")[0] == 200, PATIENCE)


@contextmanager
def pooler(address: str) -> Iterator[str]:
    """The address of a PgBouncer of transactions before a database of the tests' server."""
    assert PGBOUNCER is not None
    direct = psycopg.conninfo.conninfo_to_dict(address)
    identity = postgres_identity(VarDirectory.from_environment())
    directory, port = Path(tempfile.mkdtemp(prefix="golden-pooler-")), free_port()
    directory.chmod(0o711)
    if identity.startswith("user:"):
        os.chown(directory, *map(int, identity.split(":")[1:]))
    (directory / "pgbouncer.ini").write_text(
        f"""[databases]
{direct["dbname"]} = host={direct["host"]} port={direct["port"]} user={direct["user"]}
[pgbouncer]
unix_socket_dir = {directory}
listen_port = {port}
auth_type = any
pool_mode = transaction
default_pool_size = {POOLED}
max_client_conn = 500
"""
    )
    try:
        command = child_command(Program("pgbouncer", (PGBOUNCER, "pgbouncer.ini"), identity=identity))
        with (directory / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=directory, stdout=log, stderr=log)
        try:
            socket = directory / f".s.PGSQL.{port}"
            until("the pooler is up", lambda: socket.exists() or process.poll() is not None)
            assert process.poll() is None, (directory / "log").read_text()
            name, user = direct["dbname"], direct["user"]
            yield f"postgresql://{user}@/{name}?host={directory}&port={port}"
        finally:
            process.kill()
            process.wait()
    finally:
        shutil.rmtree(directory)
