"""What the service stands on while it is tried: a disk, clocks and a network of its own.

All of it is made in namespaces of Linux that this process alone is in, with its children: however it ends,
the system takes its children, mounts, hosts and links away.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.embedded.supervisor import Program, child_command

from .clocks import Clocks, compiler
from .disk import SmallDisk
from .network import Network

DISK, CLOCK, NETWORK = KINDS = ("disk", "clock", "network")
PLACED = Path(__file__).parent / "placed"
INSIDE = "CHAOS_INSIDE"
"""The variable that says that this process is in namespaces of its own."""
ENTER = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")


def enter_namespaces() -> None:
    """Go on in namespaces of our own, where that is allowed: another process does, and this one waits for it.

    When this one ends, however it does, so do that one and all that it has started.
    """
    if INSIDE in os.environ:
        # What processes that are killed leave in shared memory goes with them, and the names of hosts do.
        Path("/run/netns").mkdir(parents=True, exist_ok=True)
        for directory in ("/run/netns", "/dev/shm"):
            subprocess.run(["mount", "-t", "tmpfs", "chaos", directory], check=True)
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    elif namespaces_allowed():
        sys.exit(run_inside())


def namespaces_allowed() -> bool:
    there = all(map(shutil.which, ("unshare", "mount", "ip")))
    return os.geteuid() == 0 and there and works(*ENTER, "true")


def run_inside() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    words = (str(shutil.which(ENTER[0])), *ENTER[1:], *sys.orig_argv)
    # child.py has it killed with us.
    command = child_command(Program("chaos", words, signal.SIGKILL))
    with tempfile.TemporaryDirectory(prefix="golden-chaos-") as directory:
        process = subprocess.Popen(command, env=os.environ | {INSIDE: "1", "TMPDIR": directory})
        try:
            return process.wait()
        finally:
            process.kill()
            process.wait()


def works(*command: str) -> bool:
    return subprocess.run(command, capture_output=True).returncode == 0


def not_possible() -> dict[str, str]:
    """The kinds of trouble that cannot be made here, each with what is missing."""
    missing = {}
    if INSIDE not in os.environ:
        missing[DISK] = missing[NETWORK] = "it takes root, unshare and ip of Linux"
    elif not works("nsenter", "--version"):
        missing[NETWORK] = "there is no nsenter"
    if sys.platform != "linux" or compiler() is None:
        missing[CLOCK] = "it takes Linux and a compiler of C (cc)"
    return missing


@dataclass
class Surroundings:
    """Those that there are; None is the machine's own. What is read from lies in `beside`."""

    beside: Path = Path("/")
    disk: SmallDisk | None = None
    clocks: Clocks | None = None
    network: Network | None = None

    @classmethod
    @contextmanager
    def made(cls, var: Path, kinds: Collection[str]) -> Iterator[Surroundings]:
        """Make them for the service of `var`, and take them away afterwards."""
        beside = var.with_name(f"{var.name}.around")
        beside.mkdir(mode=0o700)
        with ExitStack() as stack:
            stack.callback(shutil.rmtree, beside)
            yield cls(
                beside,
                stack.enter_context(SmallDisk.mounted(var)) if DISK in kinds else None,
                Clocks.made(beside) if CLOCK in kinds else None,
                stack.enter_context(Network.made(beside)) if NETWORK in kinds else None,
            )

    def environment(self) -> dict[str, str]:
        """What the service is started with, for its processes to be placed in them."""
        parts = [part for part in (self.network, self.clocks) if part is not None]
        if not parts:
            return {}
        placed: dict[str, dict[str, list[str]]] = {}
        for part in parts:
            for name, words in part.before().items():
                placed.setdefault(name, {}).setdefault("before", []).extend(words)
        if self.network is not None:
            for name, words in self.network.after().items():
                placed[name]["after"] = words
        commands = self.beside / "commands.json"
        commands.write_text(json.dumps(placed))
        return {"PYTHONPATH": str(PLACED), "CHAOS_COMMANDS": str(commands)}
