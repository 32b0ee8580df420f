"""What happens to the service meanwhile: kills, pauses, a Redis that forgets, and what it stands on."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, cycle
from random import Random

import psycopg
import redis

from tests.config.stack import PROCESSES, Stack, children_of_process

from . import clocks, network
from .surroundings import Surroundings

# Whose death loses an answer, a message or a transaction; beat and the games against computers lose nothing.
NAMES = ("web", "worker", "background", "dispatcher", "postgres", "redis", "beat")
PAUSED = (0.5, 4.0)
FULL = (2.0, 8.0)
CUT = (1.0, 12.0)
STANDS = 0.7
READY_WITHIN = 180.0
LIVES = 1.5
"""Seconds between two troubles: something has to be done between them."""


@dataclass
class Trouble:
    """Troubles at random, by a seed: alone, in every pair in turn, and all at once."""

    stack: Stack
    random: Random
    around: Surroundings = field(default_factory=Surroundings)
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
        if self.around.disk is not None:
            troubles.append((0.08, self.fill_disk))
        if self.around.clocks is not None:
            troubles.append((0.12, self.set_clock))
        if self.around.network is not None:
            troubles.append((0.12, self.cut_links))
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

    def fill_disk(self) -> None:
        """No room for some seconds; meanwhile the log of what is written may need some, or a server die."""
        assert self.around.disk is not None
        with self.around.disk.full():
            self.others["disk full"] += 1
            time.sleep(1)
            if self.random.random() < 0.5:
                self.want_room_for_log()
            self.perhaps_kill("postgres", "redis")
            time.sleep(self.random.uniform(*FULL))

    def want_room_for_log(self) -> None:
        """PostgreSQL needs a new file for its log, and cannot go on without."""
        with suppress(psycopg.Error):
            address = self.stack.layout.database_url
            with psycopg.connect(address, connect_timeout=2, autocommit=True) as database:
                for _ in range(3):
                    database.execute("SELECT pg_switch_wal()")
                    database.execute("SELECT pg_logical_emit_message(false, 'chaos', 'x', true)")

    def set_clock(self) -> None:
        assert self.around.clocks is not None
        name = self.random.choice(clocks.NAMES)
        self.around.clocks.set(name, self.random.choice(clocks.WRONG))
        self.others["clock set"] += 1

    def cut_links(self) -> None:
        """One host sees nobody for some seconds, or two; one of the servers may be another afterwards."""
        assert self.around.network is not None
        names = self.random.sample(network.CUT, self.random.choice((1, 1, 2)))
        with self.around.network.cut(names):
            self.others["links cut"] += len(names)
            self.perhaps_kill("postgres", "redis", *names)
            time.sleep(self.random.uniform(*CUT))

    def perhaps_kill(self, *names: str) -> None:
        if self.random.random() < 0.4:
            self.kill(self.random.choice(names))

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


assert set(NAMES) <= set(PROCESSES)
