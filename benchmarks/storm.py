"""A storm: clients that lose their answers and send the same again, while web processes are killed.

    ./run bench storm [--writes 2000] [--control 300] [--clients 8] [--seed 1]

Players are created, matches reported, players entered, over HTTP, by web processes as the service runs them.
They are killed at random moments, and at the worst one: right after a commit, which PostgreSQL notifies of,
before the answer is sent. Some clients hang up themselves, some send the same twice at once. Each sends until
it is answered, with the key of the write. In the end each write has to be there once; without keys the same
storm has to double some, or it proves nothing.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import psycopg

from benchmarks.requests import database_url
from config.database import session_parameters
from config.web import open_listener
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.facts.versions import CHANNEL as LIVE
from matches.play.models import Match, Report
from matches.players.models import Player
from matches.work.outbox import CHANNEL as OUTBOX
from tournaments.clubs.services import club_create
from tournaments.events.models import Entry
from tournaments.events.services import tournament_create

WEB_PROCESSES = 3
# Of what is heard of commits, how much is answered with a kill; and the longest pause between other kills.
KILLED_AT_COMMIT, PAUSE = 0.03, 4.0
# No process is killed before it has lived for so many seconds: some have to answer.
LIVES = 0.7
HUNG_UP, TWICE = 0.05, 0.1
GIVEN_UP_AFTER = 120.0
LOST = (OSError, http.client.HTTPException)


@dataclass(slots=True)
class Write:
    """What is to be done once, and how often its answer was lost."""

    path: str
    body: dict[str, Any]
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    answers: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Weather:
    """What happened in a storm."""

    kills: int = 0
    lost: int = 0
    done_before: int = 0
    hung_up: int = 0
    twice: int = 0
    in_flight: int = 0
    faults: int = 0


def run(arguments: list[str]) -> Iterator[str]:
    """Raises SystemExit where something was doubled or lost, or the control shows nothing."""
    parser = argparse.ArgumentParser(prog="./run bench storm", description=__doc__.partition("\n")[0])
    parser.add_argument("--writes", type=int, default=2_000)
    parser.add_argument("--control", type=int, default=300, help="writes without keys")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = parser.parse_args(arguments)
    token = Stage.token()
    with_keys = Storm(Stage("keys", options.writes), token, options.clients, options.seed, keys=True)
    yield f"Storm, with keys, seed {options.seed}: {with_keys.rage()}"
    without = Storm(
        Stage("control", options.control, kinds=1), token, options.clients, options.seed, keys=False
    )
    yield f"Storm, without keys: {without.rage()}"
    if with_keys.doubled or with_keys.missing or with_keys.astray:
        raise SystemExit("Something was doubled, lost, or answered with another's number.")
    if not without.doubled:
        raise SystemExit("Without keys nothing was doubled: this storm proves nothing.")


class Stage:
    """What the writes of a storm are about, by number: in turn they create, report and enter.

    kinds: of these the first so many; who creates is the one that doubles without a key.
    """

    def __init__(self, name: str, count: int, kinds: int = 3) -> None:
        self.kinds = kinds
        director = User.objects.get(username="director")
        self.name = name
        numbers = range(count)
        field = Player.objects.bulk_create(Player(name=f"{name} entrant {number}") for number in numbers)
        self.matches = Match.objects.bulk_create(
            Match(one=one, two=two, length=5, created_by=director)
            for one, two in zip(field, field[1:] + field[:1], strict=True)
        )
        club = club_create(actor=director, name=f"Club of {name}")
        self.event = tournament_create(actor=director, club=club, name=name, lengths=(5,))
        self.writes = [self._write(number, field[number], self.matches[number]) for number in numbers]

    @staticmethod
    def token() -> str:
        director = User.objects.create(username="director", is_staff=True)
        _, secret = token_issue(user=director, name="storm", scopes=Token.Scope.values)
        return secret

    def _write(self, number: int, player: Player, match: Match) -> Write:
        if number % self.kinds == 0:
            return Write("/api/v1/players/", {"name": f"{self.name} {number}"})
        if number % self.kinds == 1:
            return Write(f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": number % 5}})
        return Write(f"/api/v1/tournaments/{self.event.pk}/entries/", {"player": player.pk})

    def rows(self) -> list[list[int]]:
        """The numbers of the rows that there are of each write."""
        created: dict[str, list[int]] = {}
        for number, name in Player.objects.values_list("pk", "name"):
            created.setdefault(name, []).append(number)
        reported: dict[int, list[int]] = {}
        for number, match in Report.objects.values_list("pk", "match"):
            reported.setdefault(match, []).append(number)
        entered: dict[int, list[int]] = {}
        for number, player in Entry.objects.filter(tournament=self.event).values_list("pk", "player"):
            entered.setdefault(player, []).append(number)
        return [
            (
                created.get(write.body["name"], [])
                if "name" in write.body
                else reported.get(match.pk, [])
                if "score" in write.body
                else entered.get(write.body["player"], [])
            )
            for write, match in zip(self.writes, self.matches, strict=True)
        ]


class Storm:
    """One storm over a stage; `rage` says what came of it."""

    def __init__(self, stage: Stage, token: str, clients: int, seed: int, *, keys: bool) -> None:
        self.stage, self.clients, self.keys = stage, clients, keys
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.chance = random.Random(seed)
        self.weather = Weather()
        self.faults: Counter[str] = Counter()
        self.counting = threading.Lock()
        self.doubled = self.missing = self.astray = 0

    def rage(self) -> str:
        began = time.monotonic()
        with webs() as self.webs:
            over = threading.Event()
            strikes = (self.strike, self.strike_late)
            killers = [threading.Thread(target=strike, args=(over,)) for strike in strikes]
            for killer in killers:
                killer.start()
            try:
                with ThreadPoolExecutor(self.clients) as pool:
                    list(pool.map(self.deliver, self.stage.writes))
            finally:
                over.set()
                for killer in killers:
                    killer.join()
        rows = self.stage.rows()
        self.doubled = sum(len(each) - 1 for each in rows if len(each) > 1)
        self.missing = sum(not each for each in rows)
        self.astray = sum(
            not set(write.answers) <= set(there) for write, there in zip(self.stage.writes, rows, strict=True)
        )
        seen = self.weather
        return (
            f"{len(rows):,} writes in {time.monotonic() - began:.0f} s, {seen.kills} processes killed, "
            f"{seen.lost} answers lost ({seen.hung_up} hung up), {seen.done_before} times of what had been "
            f"done, {seen.twice} sent twice at once, {seen.in_flight} told to wait, {seen.faults} faults "
            f"{dict(self.faults)}: "
            f"{self.doubled} doubled, {self.missing} lost, {self.astray} answered otherwise"
        )

    def count(self, **more: int) -> None:
        with self.counting:
            for name, number in more.items():
                setattr(self.weather, name, getattr(self.weather, name) + number)

    def happens(self, probability: float) -> bool:
        with self.counting:
            return self.chance.random() < probability

    # -- Clients

    def deliver(self, write: Write) -> None:
        """Send a write until it is answered; now and then twice at once."""
        if self.keys and self.happens(TWICE):
            self.count(twice=1)
            beside = threading.Thread(target=self.send_until_answered, args=(write,))
            beside.start()
            self.send_until_answered(write)
            beside.join()
        else:
            self.send_until_answered(write)

    def send_until_answered(self, write: Write) -> None:
        headers = {**self.headers, "Idempotency-Key": write.key} if self.keys else self.headers
        deadline, lost = time.monotonic() + GIVEN_UP_AFTER, 0
        while time.monotonic() < deadline:
            try:
                status, replayed, answer = self.send(write, headers)
            except LOST:
                lost += 1
                self.count(lost=1)
                time.sleep(0.05)
                continue
            if status < 300:
                self.count(done_before=int(replayed and lost > 0))
                write.answers.append(answer["id"])
                return
            if answer.get("code") == "already_entered" and not self.keys:
                self.count(done_before=1)
                return
            if answer.get("code") == "request_in_flight":
                self.count(in_flight=1)
            elif status >= 500:
                self.count(faults=1)
                self.faults[answer.get("code", str(status))] += 1
            else:
                raise SystemExit(f"{write.path}: {status} {answer}")
            time.sleep(0.1)
        raise SystemExit(f"{write.path} {write.body} is not answered.")

    def send(self, write: Write, headers: dict[str, str]) -> tuple[int, bool, Any]:
        """Status, whether it says that it was done before, and the answer. Raises what is LOST."""
        client = http.client.HTTPConnection("127.0.0.1", self.webs.port, timeout=60)
        with contextlib.closing(client):
            client.request("POST", write.path, json.dumps(write.body), headers)
            if self.happens(HUNG_UP):
                time.sleep(0.02 * self.chance.random())
                self.count(hung_up=1)
                raise ConnectionAbortedError
            response = client.getresponse()
            body = response.read()
            return response.status, "Idempotent-Replayed" in response.headers, json.loads(body)

    # -- Lightning

    def strike_late(self, over: threading.Event) -> None:
        """Kill whoever has just committed something, and has not answered yet."""
        with psycopg.connect(**session_parameters("storm"), autocommit=True) as heard:
            heard.execute(f"LISTEN {LIVE}; LISTEN {OUTBOX}")
            names: dict[int, str] = {}
            while not over.is_set():
                for notify in heard.notifies(timeout=0.2):
                    name = names.get(notify.pid)
                    if name is not None and self.happens(KILLED_AT_COMMIT):
                        self.count(kills=int(self.webs.kill(name)))
                asked = heard.execute("SELECT pid, application_name FROM pg_stat_activity")
                names = dict(asked.fetchall())
                self.webs.note_connected(names.values())

    def strike(self, over: threading.Event) -> None:
        """Kill one or another, at any moment."""
        while not over.wait(PAUSE * self.chance.random()):
            self.count(kills=int(self.webs.kill(self.chance.choice(self.webs.names()))))


class Webs:
    """Web processes at one port, each by name; who is killed is replaced."""

    def __init__(self, nursery: subprocess.Popen[str], port: int) -> None:
        self.nursery, self.port = nursery, port
        self.running: dict[str, int] = {}
        # Since when each is known to work: it has a connection to the database.
        self.since: dict[str, float] = {}
        self.started = 0
        self.starting = threading.Lock()
        for _ in range(WEB_PROCESSES):
            self.start()

    def start(self) -> None:
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.started += 1
        # By this name PostgreSQL says whose transaction it was.
        name = f"storm-{self.started}"
        self.nursery.stdin.write(f"{name}\n")
        self.nursery.stdin.flush()
        self.running[name] = int(self.nursery.stdout.readline())

    def names(self) -> list[str]:
        with self.starting:
            return [*self.running]

    def note_connected(self, names: Iterable[str]) -> None:
        for name in names:
            self.since.setdefault(name, time.monotonic())

    def kill(self, name: str) -> bool:
        """Whether it was: one that has not worked for long yet is spared."""
        now = time.monotonic()
        if now - self.since.get(name, now) < LIVES:
            return False
        with self.starting:
            number = self.running.pop(name, None)
            if number is None:
                return False
            os.kill(number, signal.SIGKILL)
            self.start()
            return True


@contextlib.contextmanager
def webs() -> Iterator[Webs]:
    listener = open_listener("127.0.0.1", 0)
    nursery = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.nursery", "--fd", str(listener.fileno())],
        pass_fds=(listener.fileno(),),
        env={**os.environ, "DATABASE_URL": database_url()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Two lines for each request.
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        found = Webs(nursery, listener.getsockname()[1])
        await_answer(found.port)
        yield found
    finally:
        # With the end of its input it ends them all.
        nursery.communicate()
        listener.close()


def await_answer(port: int) -> None:
    """The socket takes connections from the beginning; the first answer comes when one has loaded."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(client):
        client.request("GET", "/healthz")
        client.getresponse().read()
