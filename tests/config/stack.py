"""The real service in a directory of its own, and a look at its processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from config.embedded.layout import VarDirectory

PROJECT = Path(__file__).resolve().parent.parent.parent
PROCESSES = {
    "postgres": r"bin/postgres -D ",
    "redis": r"(redis|valkey)-server ",
    "worker": r"celery -A config worker --hostname worker@",
    "background": r"celery -A config worker --hostname background@",
    "beat": r"celery -A config beat",
    "dispatcher": r"manage.py dispatch",
    "web": r"config\.web --fd",
    "solo": r"config\.web --solo",
}
if find_spec("bgsage"):
    PROCESSES["bots"] = r"celery -A config worker --hostname bots@"
Answer = TypeVar("Answer")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what: str, ask: Callable[[], Answer], seconds: float = 40) -> Answer:
    """The first answer that is true. Fails if there is none in time."""
    deadline = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return answer


def get(url: str) -> tuple[int, str]:
    """(status, body); (0, "") if nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError:
        return 0, ""


def program(path: Path, text: str) -> Path:
    """A shell script at `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def environment(var: Path) -> dict[str, str]:
    """Ours without what is the tests' servers': the service embeds its own, under `var`."""
    ours = {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "PGOPTIONS", "PORT", "PUBLIC_URL"}
    ours |= {"DATABASE_POOLER", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"}
    return {name: value for name, value in os.environ.items() if name not in ours} | {"GOLDEN_VAR": str(var)}


def run_with_own_servers(module: str, *words: str) -> str:
    """What a program of ours says that starts servers of its own, and ends well."""
    ours = {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "GOLDEN_TEST_REDIS", "GOLDEN_VAR"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    ended = subprocess.run(
        [sys.executable, "-m", module, *words], cwd=PROJECT, env=kept, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def children_of(supervisor: int) -> dict[str, int]:
    """The process ids of a service's own children, by name."""
    table = subprocess.run(
        ["ps", "-e", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True
    ).stdout
    found = {}
    for line in table.splitlines():
        pid, parent, command = line.split(None, 2)
        for name, pattern in PROCESSES.items():
            if int(parent) == supervisor and re.search(pattern, command):
                found[name] = int(pid)
    return found


@dataclass
class Stack:
    """A `serve` of ours; what it writes goes to `output`."""

    var: Path
    port: int
    process: subprocess.Popen[bytes]
    output: Path
    extra: dict[str, str] = field(default_factory=dict)

    @classmethod
    def start(cls, var: Path, port: int | None = None, **extra: str) -> "Stack":
        port = port or free_port()
        output = var.with_name(f"{var.name}.out")
        with output.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "config.embedded.serve", "--port", str(port)],
                cwd=PROJECT,
                env=environment(var) | extra,
                stdout=file,
                stderr=file,
            )
        return cls(var, port, process, output, extra)

    def start_again(self) -> None:
        """After its end: over the same data, at the same address."""
        self.process = Stack.start(self.var, self.port, **self.extra).process

    @property
    def layout(self) -> VarDirectory:
        return VarDirectory(self.var)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        return self.output.read_text()

    def wait_ready(self, seconds: float = 40) -> "Stack":
        def ready() -> bool:
            assert self.process.poll() is None, self.said()
            return "Ready after" in self.said()

        until("the service is ready", ready, seconds)
        return self

    def healthy(self) -> bool:
        return get(f"{self.url}/readyz")[0] == 200

    def pids(self) -> dict[str, int]:
        """The process ids of the service's own children, by name."""
        return children_of(self.process.pid)

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(40)

    def end(self) -> None:
        if self.process.poll() is None:
            self.interrupt()


def processes_of(var: Path) -> list[str]:
    """Every process on this machine that has `var` in its environment or command line (Linux)."""
    found = []
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit() and int(directory.name) != os.getpid():
            try:
                words = (directory / "environ").read_bytes() + (directory / "cmdline").read_bytes()
                if os.fsencode(var) in words:
                    command = (directory / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    found.append(f"{directory.name} {command}")
            except OSError:
                continue
    return found


def children_of_process(process: int) -> list[int]:
    said = subprocess.run(["ps", "--ppid", str(process), "-o", "pid="], capture_output=True, text=True).stdout
    return [int(number) for number in said.split()]
