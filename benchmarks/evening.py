"""The busiest evening of very many clubs, simulated with what a result costs as it is measured.

    ./run bench evening [--clubs 10 1000 100000] [--followers 10] [--claimers 1 4]

What a result costs each process and PostgreSQL is measured first, and how many transactions a second this
disk confirms that notify. Then a quarter of the clubs play an evening, each four rounds of sixteen players,
and the busiest minute of all of them is gone through event by event (simpy): web processes and workers that
take turns, cores of PostgreSQL, and commits one after the other, as PostgreSQL has it of those that notify.
There are as many web processes and cores as to be busy for six tenths of that minute.
"""

import argparse
import math
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import simpy

from benchmarks.commits import commits, durable_postgres
from benchmarks.costs import TOGETHER, Cost, Costs, Together, measured_costs
from benchmarks.load.meters import in_short
from benchmarks.machine import described_machine

PLAYING = 1 / 4
"""Of all clubs, on the busiest evening of a week."""
ROUNDS = (8, 8, 8, 6)
"""Matches of an evening."""
MATCH, SPREAD, BREAK = 35 * 60.0, 8 * 60.0, 5 * 60.0
"""Seconds that a match takes, how far that varies, and from the end of a round to the next."""
BEGINS = (18.5 * 3600, 19 * 3600, 19.5 * 3600, 20 * 3600)
LATE = 10 * 60.0
BUSY = 0.6
MINUTE = 60
BEFORE = 30.0
"""Seconds before the busiest minute from which on it is gone through."""
WAY = 0.007
"""From a commit to a worker that has nothing to do: by the dispatcher and Redis (docs/load.md)."""
NOTICED = 0.2
"""Seconds within which who follows an event asks for what has changed."""
FAST_DISK = 0.0005

Process = Generator[simpy.Event, Any, None]


@dataclass(frozen=True)
class Hosts:
    """web, cores: of web processes and of PostgreSQL. claimers: workers of a queue with results in hand."""

    web: int
    cores: int
    claimers: int


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench evening", description=__doc__.partition("\n")[0])
    parser.add_argument("--clubs", type=int, nargs="+", default=[10, 1_000, 100_000])
    parser.add_argument("--followers", type=int, default=10)
    parser.add_argument("--claimers", type=int, nargs="+", default=[1, 4])
    asked = parser.parse_args(arguments)
    yield f"Evening, on {described_machine()}"
    costs = measured_costs()
    yield f"Evening, of a result, process + PostgreSQL: {costs}"
    with durable_postgres() as address:
        disk = 1 / commits(address, 1, 4.0, notify=True)
    yield f"Evening: a transaction that notifies is confirmed in {disk * 1000:.1f} ms by this disk"
    for clubs in asked.clubs:
        times, minute = busiest_minute(results_of_evening(clubs, Random(1)))
        rate = sum(minute <= at < minute + MINUTE for at in times) / MINUTE
        yield f"Evening: of {clubs:,} clubs come {rate:,.2f} results a second in the busiest minute"
        for claimers in asked.claimers:
            for commit in (disk, FAST_DISK):
                evening = Evening(
                    costs, hosts_for(costs, rate, asked.followers, claimers), commit, asked.followers
                )
                yield f"Evening: {evening.described}: {evening.played(times, minute)}"


def results_of_evening(clubs: int, random: Random) -> list[float]:
    """When each result is reported, in seconds of the day, in order."""
    times = []
    for _ in range(math.ceil(clubs * PLAYING)):
        begins = random.choice(BEGINS) + random.uniform(0, LATE)
        for matches in ROUNDS:
            ends = [begins + max(random.gauss(MATCH, SPREAD), MATCH / 4) for _ in range(matches)]
            times += ends
            begins = max(ends) + BREAK
    return sorted(times)


def busiest_minute(times: list[float]) -> tuple[list[float], float]:
    """The results from a moment before it to its end, and when it begins."""
    ((minute, _),) = Counter(int(at // MINUTE) for at in times).most_common(1)
    began = minute * MINUTE
    return [at for at in times if began - BEFORE <= at < began + MINUTE], float(began)


def hosts_for(costs: Costs, rate: float, followers: int, claimers: int) -> Hosts:
    """As many as are busy for BUSY of the time at so many results a second."""
    asked = [costs.report, costs.made, *[costs.read] * followers]
    worked = [costs.judge.each, costs.advance.each, costs.rate]
    web = rate * sum(cost.process for cost in asked)
    cores = rate * sum(cost.database for cost in (*asked, *worked))
    return Hosts(max(1, math.ceil(web / BUSY)), max(1, math.ceil(cores / BUSY)), claimers)


class Turns:
    """What so many may use at once, the others one after the other; and for how long it was used."""

    def __init__(self, world: simpy.Environment, name: str, places: int) -> None:
        self.world, self.name, self.places = world, name, places
        self.resource = simpy.Resource(world, places)
        self.used = 0.0

    def take(self, seconds: float) -> Process:
        with self.resource.request() as turn:
            yield turn
            yield self.world.timeout(seconds)
        self.used += seconds

    def described(self, lasted: float) -> str:
        return f"{self.name} {self.used / lasted / self.places:.0%}"


@dataclass
class Evening:
    """The service with so many hosts, whose disk confirms a transaction in `commit` seconds."""

    costs: Costs
    hosts: Hosts
    commit: float
    followers: int
    taken: list[tuple[float, float]] = field(default_factory=list)

    @property
    def described(self) -> str:
        hosts = self.hosts
        return (
            f"{hosts.web} web, {hosts.cores} cores of PostgreSQL, {hosts.claimers} in hand at once, "
            f"commits of {self.commit * 1000:.1f} ms"
        )

    def played(self, times: list[float], minute: float) -> str:
        """How soon the results of the minute were in the bracket, and how busy everything was."""
        began, end = minute - BEFORE, minute + MINUTE
        self.world = world = simpy.Environment(began)
        self.web, self.database, self.commits = (
            Turns(world, name, places)
            for name, places in (("web", self.hosts.web), ("PostgreSQL", self.hosts.cores), ("commits", 1))
        )
        advance = Queue(self, "advance", self.costs.advance, self._in_bracket, events=TOGETHER)
        judge = Queue(self, "judge", self.costs.judge, advance.put)
        world.process(self._reported(times, judge))
        world.run(until=end)
        shown = [taken for at, taken in self.taken if at >= minute]
        due = sum(at >= minute for at in times)
        busy = ", ".join(
            each.described(end - began)
            for each in (self.web, judge.workers, advance.workers, self.database, self.commits)
        )
        if len(shown) < 0.9 * due:
            return f"does not keep up, {len(shown):,} of {due:,} are in the bracket at the end ({busy})"
        return f"in the bracket {in_short([taken * 1000 for taken in shown])} ({busy})"

    def database_work(self, seconds: float, commits: int = 1) -> Process:
        yield from self.database.take(seconds)
        for _ in range(commits):
            yield from self.commits.take(self.commit)

    def _reported(self, times: list[float], judge: "Queue") -> Process:
        for at in times:
            yield self.world.timeout(at - self.world.now)
            self.world.process(self._report(at, judge))

    def _report(self, at: float, judge: "Queue") -> Process:
        yield from self.web.take(self.costs.report.process)
        yield from self.database_work(self.costs.report.database)
        judge.put(at)

    def _in_bracket(self, at: float) -> None:
        self.taken.append((at, self.world.now - at))
        # Rated with many others, at leisure.
        self.world.process(self.database_work(self.costs.rate.database, commits=0))
        self.world.process(self._looked_at(self.costs.made))
        for number in range(self.followers):
            self.world.process(self._looked_at(self.costs.read, NOTICED * (number + 1) / self.followers))

    def _looked_at(self, cost: Cost, later: float = 0.0) -> Process:
        yield self.world.timeout(later)
        yield from self.web.take(cost.process)
        yield from self.database.take(cost.database)


class Queue:
    """Results that wait for one sort of work, and the workers that have it in hand.

    then: what becomes of each that is done. events: transactions of those that are done at once, each of
    which is of an event of its own.
    """

    def __init__(
        self,
        evening: Evening,
        name: str,
        cost: Together,
        then: Callable[[float], None],
        events: int = 1,
    ) -> None:
        self.evening, self.cost, self.then, self.events = evening, cost, then, events
        self.waiting: deque[float] = deque()
        self.workers = Turns(evening.world, name, evening.hosts.claimers)
        self.idle = evening.hosts.claimers

    def put(self, at: float) -> None:
        self.waiting.append(at)
        if self.idle:
            self.idle -= 1
            self.evening.world.process(self._work())

    def _work(self) -> Process:
        world = self.evening.world
        yield world.timeout(WAY)
        while self.waiting:
            began = world.now
            taken = [self.waiting.popleft() for _ in range(min(TOGETHER, len(self.waiting)))]
            cost = self.cost.of(len(taken))
            yield world.timeout(cost.process)
            yield from self.evening.database_work(cost.database, min(self.events, len(taken)))
            for at in taken:
                self.then(at)
            self.workers.used += world.now - began
        self.idle += 1
