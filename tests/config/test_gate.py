"""The gate: who loads before the database is prepared does nothing until it is."""

import os
import socket
import subprocess
import sys

import pytest

from config.embedded.gate import DESCRIPTOR, StartGate
from config.embedded.programs import service_programs
from config.embedded.supervisor import Program
from tests.config.stack import PROJECT

PASSING = "from config.embedded.gate import pass_gate; pass_gate()"
# A program as it is started, to the gate and no further.
ARRIVING = """
import os, runpy, sys
from config.embedded import gate
gate.pass_gate = lambda: os._exit(42)
sys.argv.pop(0)
if sys.argv[0] == "-m":
    sys.argv.pop(0)
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


def comer(gate: StartGate) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PASSING],
        cwd=PROJECT,
        env=os.environ | {DESCRIPTOR: str(gate.descriptor)},
        pass_fds=[gate.descriptor],
    )


def test_it_opens_for_those_who_wait_and_those_who_come_later() -> None:
    gate = StartGate()
    waiting = [comer(gate), comer(gate)]
    with pytest.raises(subprocess.TimeoutExpired):
        waiting[0].wait(0.5)
    assert waiting[1].poll() is None
    gate.open()
    assert [each.wait(10) for each in (*waiting, comer(gate))] == [0, 0, 0]
    os.close(gate.descriptor)


def test_without_a_supervisor_there_is_none() -> None:
    assert subprocess.run([sys.executable, "-c", PASSING], cwd=PROJECT, timeout=10).returncode == 0


@pytest.mark.parametrize("name", ["worker", "dispatcher", "web"])
def test_programs_come_to_it_before_they_need_a_server(name: str) -> None:
    with socket.socket() as listener:
        (program,) = (each for each in service_programs(listener) if each.name == name)
        done = run_to_gate(program, listener.fileno())
    assert done.returncode == 42, done.stderr


def run_to_gate(program: Program, listener: int) -> subprocess.CompletedProcess[str]:
    nowhere = {
        "DATABASE_URL": "postgresql:///nowhere?host=/nowhere",
        "REDIS_URL": "unix:///nowhere/redis.sock",
        "CELERY_BROKER_URL": "redis+socket:///nowhere/redis.sock",
    }
    return subprocess.run(
        [sys.executable, "-c", ARRIVING, *program.command[1:]],
        cwd=PROJECT,
        env=os.environ | nowhere,
        pass_fds=[listener],
        capture_output=True,
        text=True,
        timeout=30,
    )
