"""What happens to the service meanwhile: kills, pauses, and a Redis that forgets everything."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, cycle
from random import Random

import redis

from tests.config.stack import PROCESSES, Stack

# Whose death loses an answer, a message or a transaction; beat and the games against computers lose nothing.
NAMES = ("web", "worker", "background", "dispatcher", "postgres", "redis", "beat")
PAUSED = (0.5, 4.0)
STANDS = 0.7
READY_WITHIN = 180.0
LIVES = 1.5
"""Seconds between two troubles: something has to be done between them."""


@dataclass
class Trouble:
    """Troubles at random, by a seed: alone, in every pair in turn, and all at once."""

    stack: Stack
    random: Random
    kills: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        pairs = list(combinations(NAMES, 2))
        self.random.shuffle(pairs)
        self.pairs = cycle(pairs)

    def make(self) -> None:
        """One of them, and the time until the next."""
        troubles: list[tuple[float, Callable[[], None]]] = [
            (0.35, lambda: self.kill(self.random.choice(NAMES))),
            (0.15, lambda: self.kill_a_child("worker", "background")),
            (0.25, lambda: self.kill(*next(self.pairs))),
            (0.06, lambda: self.kill(*NAMES)),
            (0.04, self.kill_all),
            (0.08, self.pause),
            (0.07, self.forget),
        ]
        weights, made = zip(*troubles, strict=True)
        self.random.choices(made, weights)[0]()
        time.sleep(LIVES * self.random.uniform(0.5, 2))

    def kill(self, *names: str) -> None:
        running = self.stack.pids()
        for name in names:
            if name in running and self._signal(running[name], signal.SIGKILL):
                self.kills[name] += 1

    def kill_a_child(self, *workers: str) -> None:
        """One of the processes in which a worker works."""
        running = self.stack.pids()
        worker = self.random.choice([name for name in workers if name in running] or [""])
        children = children_of_process(running[worker]) if worker else []
        if children and self._signal(self.random.choice(children), signal.SIGKILL):
            self.kills[f"{worker}'s child"] += 1

    def kill_all(self) -> None:
        """Whoever starts them again dies too, as when the machine does; then it is started again."""
        count = len(self.stack.pids())
        self.stack.process.kill()
        self.stack.process.wait(20)
        self.kills["everything"] += count + 1
        self.stack.start_again()
        self.stack.wait_ready(READY_WITHIN)

    def pause(self) -> None:
        running = self.stack.pids()
        name = self.random.choice([name for name in NAMES if name in running] or [""])
        if name and self._signal(running[name], signal.SIGSTOP):
            time.sleep(self.random.uniform(*PAUSED))
            self._signal(running[name], signal.SIGCONT)
            self.others["paused"] += 1

    def forget(self) -> None:
        try:
            with redis.Redis.from_url(self.stack.layout.redis_url.replace("redis+", "")) as broker:
                broker.flushall()
            self.others["Redis emptied"] += 1
        except redis.RedisError:
            pass

    @staticmethod
    def _signal(process: int, number: signal.Signals) -> bool:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            return False
        return True


@dataclass
class DyingWorkers(Trouble):
    """The worker dies with all it works in, as when its machine does."""

    def make(self) -> None:
        worker = self.stack.pids().get("worker")
        children = children_of_process(worker) if worker else []
        if worker and children:
            self.before(worker)
            self.kill("worker")
            self.others["children of it"] += sum(self._signal(child, signal.SIGKILL) for child in children)
        time.sleep(self.random.uniform(0.2, 1))

    def before(self, worker: int) -> None:
        """What else happens to it."""


@dataclass
class ForgottenMessages(DyingWorkers):
    """And Redis forgets what was sent to it: some, as the worker stands still before."""

    def before(self, worker: int) -> None:
        if self._signal(worker, signal.SIGSTOP):
            time.sleep(STANDS)
            self.forget()


def children_of_process(process: int) -> list[int]:
    said = subprocess.run(["ps", "--ppid", str(process), "-o", "pid="], capture_output=True, text=True).stdout
    return [int(number) for number in said.split()]


assert set(NAMES) <= set(PROCESSES)
