"""Keeps a set of processes running: starts them in order, restarts what dies, stops them in order.

An own hundred lines and not the `supervisor` package, because that needs about 0.7 s to notice each
process that ended (an ordered stop of six took 4.2 s with programs that end at once), would be one more
process between `serve` and its children, and knows nothing of readiness.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

CHILD = Path(__file__).with_name("child.py")
# Restart delays in seconds: the first, the longest, and how long a process must have lived to start over.
FIRST_DELAY, LONGEST_DELAY, STABLE_AFTER = 0.2, 10.0, 5.0
STARTS_BEFORE_GIVING_UP = 3
READY_WITHIN = 60.0
STOP_WITHIN = 12.0
LOG_BYTES, LOG_COPIES = 5_000_000, 3


class StartFailed(RuntimeError):
    """A program did not come up; the text ends with what it wrote last."""

    code = "start_failed"


@dataclass(frozen=True)
class Program:
    """What to run and how to treat it.

    `identity` is one of child.py's. `ready` is asked until it answers True; without one a program
    counts as ready once it runs. `files` are descriptors the process inherits.
    """

    name: str
    command: tuple[str, ...]
    stop: signal.Signals = signal.SIGTERM
    identity: str = "self"
    ready: Callable[[], Awaitable[bool]] | None = None
    files: tuple[int, ...] = ()


def child_command(program: Program) -> list[str]:
    """The command line that runs `program` tied to this process; its process id is the program's own."""
    interpreter = [sys.executable, "-I", "-S", str(CHILD)]
    return [*interpreter, str(os.getpid()), str(int(program.stop)), program.identity, *program.command]


async def run_to_end(program: Program, directory: Path, environment: Mapping[str, str]) -> tuple[int, bytes]:
    """Exit status and output of `program`, tied to this process; killed, if we are cancelled meanwhile."""
    process = await asyncio.create_subprocess_exec(
        *child_command(program),
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # A Ctrl-C is for us, who will end in good order.
        start_new_session=True,
    )
    try:
        output, _ = await process.communicate()
    except asyncio.CancelledError:
        _kill_session(process.pid)
        await process.wait()
        raise
    return await process.wait(), output


@dataclass
class _KeptProgram:
    program: Program
    process: asyncio.subprocess.Process | None = None
    starts: int = 0
    up: bool = False
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None


@dataclass
class Supervisor:
    """Runs programs; to be used in the main thread: a child dies with the thread that made it."""

    logs: Path
    environment: Mapping[str, str]
    directory: Path
    say: Callable[[str], None] = print
    files: tuple[int, ...] = ()
    """Descriptors that every program inherits: the lock on the data."""
    _kept: dict[str, _KeptProgram] = field(default_factory=dict)

    async def start_program(self, program: Program) -> None:
        """Run `program` from now on; return when it is ready. Raises StartFailed."""
        kept = self._kept[program.name] = _KeptProgram(program)
        kept.task = asyncio.create_task(self._keep_running(kept))
        deadline = time.monotonic() + READY_WITHIN
        while not await self._is_ready(kept):
            if kept.starts > STARTS_BEFORE_GIVING_UP or time.monotonic() > deadline:
                raise StartFailed(f"{program.name} did not start. {self._last_words(program)}")
            await asyncio.sleep(0.03)
        kept.up = True

    def running_pids(self) -> dict[str, int]:
        """The process ids of what runs now, by name."""
        return {
            name: kept.process.pid for name, kept in self._kept.items() if kept.process and kept.is_running
        }

    async def stop_programs(self, names: Iterable[str] | None = None) -> None:
        """Stop the named programs one after the other; None means all, the last started first."""
        for name in [*reversed(self._kept)] if names is None else names:
            if name in self._kept:
                await self._stop_program(self._kept.pop(name))

    async def keep_logs_short(self) -> None:
        """Once a minute move aside the logs that have grown; runs until cancelled."""
        while True:
            for log in self.logs.glob("*.log"):
                # On a full disk there is no room for the copy; at the next turn there may be.
                with contextlib.suppress(OSError):
                    rotate_log(log)
            await asyncio.sleep(60)

    async def _keep_running(self, kept: _KeptProgram) -> None:
        program, delay = kept.program, FIRST_DELAY
        while not kept.stopping.is_set():
            kept.starts += 1
            began = time.monotonic()
            try:
                kept.process = await self._run(program)
            except OSError as error:
                # The system has no room, no memory or no number of a process left; it may have again.
                self.say(f"{program.name} cannot be started now ({error.strerror})")
                delay = await self._wait_longer(kept, delay)
                continue
            if kept.stopping.is_set():
                kept.process.send_signal(program.stop)
            code = await kept.process.wait()
            _kill_session(kept.process.pid)
            if kept.stopping.is_set():
                return
            if kept.up:
                self.say(f"{program.name} ended ({_ending_text(code)}); starting it again")
            stable = time.monotonic() - began > STABLE_AFTER
            delay = await self._wait_longer(kept, FIRST_DELAY / 2 if stable else delay)

    @staticmethod
    async def _wait_longer(kept: _KeptProgram, delay: float) -> float:
        """Twice as long as `delay`, or until it is to stop; returns the seconds."""
        delay = min(2 * delay, LONGEST_DELAY)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(kept.stopping.wait(), delay)
        return delay

    async def _run(self, program: Program) -> asyncio.subprocess.Process:
        with self._log_of(program) as log:
            return await asyncio.create_subprocess_exec(
                *child_command(program),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.directory,
                env=self.environment,
                pass_fds=(*self.files, *program.files),
                start_new_session=True,
            )

    def _log_of(self, program: Program) -> BinaryIO:
        try:
            return (self.logs / f"{program.name}.log").open("ab")
        except OSError:
            # On a full disk it runs without one.
            return open(os.devnull, "ab")

    async def _is_ready(self, kept: _KeptProgram) -> bool:
        return kept.is_running and (kept.program.ready is None or await kept.program.ready())

    async def _stop_program(self, kept: _KeptProgram) -> None:
        assert kept.task is not None
        kept.stopping.set()
        if kept.process and kept.is_running:
            kept.process.send_signal(kept.program.stop)
        try:
            await asyncio.wait_for(asyncio.shield(kept.task), STOP_WITHIN)
        except TimeoutError:
            self.say(f"{kept.program.name} did not stop within {STOP_WITHIN:.0f} s and was killed")
            if kept.process:
                _kill_session(kept.process.pid)
            await kept.task

    def _last_words(self, program: Program) -> str:
        log = self.logs / f"{program.name}.log"
        lines = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
        return "\n".join([f"The end of {log}:", *lines])


def rotate_log(log: Path) -> None:
    """Copy a log that has grown beyond LOG_BYTES aside and empty it; its writer, who appends, goes on.

    Raises OSError where there is no room for the copy; then everything is as it was.
    """
    if log.stat().st_size < LOG_BYTES:
        return
    copy = log.with_name(f"{log.name}.new")
    try:
        shutil.copyfile(log, copy)
    except OSError:
        copy.unlink(missing_ok=True)
        raise
    for number in range(LOG_COPIES - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.rename(log.with_name(f"{log.name}.{number + 1}"))
    copy.rename(log.with_name(f"{log.name}.1"))
    os.truncate(log, 0)


def _kill_session(pid: int) -> None:
    # What a program started itself must not outlive it: it could still hold the port.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _ending_text(code: int) -> str:
    return f"exit status {code}" if code >= 0 else signal.Signals(-code).name
