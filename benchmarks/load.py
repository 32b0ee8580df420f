"""Results from several clients at once, as at a round's end: how many a second, and how soon each is final.

    ./run bench load [--clients 8] [--rate 60] [--seconds 30]

The web process, the dispatcher and a worker as the service runs them. First `rate` reports a second in all,
for so many seconds, each client on a connection of its own; then as many as the service takes. Meanwhile it
is looked at how much waits in the outbox: a queue that grows is one that is never done.
"""

import argparse
import json
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from django.db import connection

from benchmarks.brackets import drawn_field
from benchmarks.compare import spread
from benchmarks.population import open_matches
from benchmarks.requests import Client, Request, processes
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match
from tournaments.clubs.services import club_create

FIELD = 1024
DONE_WITHIN = 60.0
LOOKED_EVERY = 0.05
"""Seconds between two looks at what has become of the reports."""

SCORE = json.dumps({"score": {"one": 5, "two": 3}})


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench load", description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rate", type=float, default=60, help="reports a second, of all clients")
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args(arguments)
    director = User.objects.create(username="director", is_staff=True)
    club = club_create(actor=director, name="Golden Club")
    needed = int(options.rate * options.seconds * 4)
    matches: list[int] = []
    while len(matches) < needed:
        matches += open_matches(drawn_field(club, director, FIELD))
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    waiting = iter(matches)
    with processes() as (ours, _):
        for name, rate in (("at that pace", options.rate), ("as many as it takes", None)):
            load = Load(ours.connection.port, token, waiting, options.clients, rate, options.seconds)
            yield f"Load, {options.clients} clients, {name}: {load.carried_out()}"


@dataclass
class Load:
    """Reports for so many seconds, and what has become of them."""

    port: int
    token: str
    matches: Iterator[int]
    clients: int
    rate: float | None
    seconds: float
    sent: dict[int, float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    final: dict[int, float] = field(default_factory=dict)
    waiting: list[tuple[float, int]] = field(default_factory=list)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def carried_out(self) -> str:
        began = time.perf_counter()
        with ThreadPoolExecutor(self.clients) as pool:
            working = [pool.submit(self.report, began) for _ in range(self.clients)]
            self.look(began)
            for each in working:
                each.result()
        ended = max(self.sent.values()) - began
        late = statistics.quantiles(self.waits(), n=20)[-1]
        return (
            f"{len(self.sent) / ended:.1f} results a second for {ended:.0f} s; "
            f"answered in {spread(self.answers(), 'ms')}; final after "
            f"{spread(self.waits(), 'ms')}, p95 {late:.0f} ms; waiting in the outbox {self.queue(began)}"
        )

    def answers(self) -> list[float]:
        """Milliseconds until a report was answered."""
        return [each * 1000 for each in self.answered]

    def waits(self) -> list[float]:
        """Milliseconds until its match was final."""
        return [(self.final[match] - at) * 1000 for match, at in self.sent.items()]

    def report(self, began: float) -> None:
        """What one client does: its reports one after the other, each when it is its turn."""
        client = Client(self.port)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        while True:
            with self.turn:
                due = began + (len(self.sent) / self.rate if self.rate else 0)
                now = time.perf_counter()
                if max(due, now) - began > self.seconds:
                    break
                match = next(self.matches)
                at = self.sent[match] = max(due, now)
            time.sleep(max(at - now, 0))
            request = Request(f"/api/v1/matches/{match}/reports/", "POST", SCORE, headers)
            self.answered.append(client.timed(request) / 1000)
        client.connection.close()

    def look(self, began: float) -> None:
        """See when each match is final, and how much waits, until all are."""
        with connection.cursor() as cursor:
            while time.perf_counter() < began + self.seconds + DONE_WITHIN:
                unseen = [match for match in [*self.sent] if match not in self.final]
                cursor.execute(
                    "SELECT id FROM matches_match WHERE id = ANY (%s) AND state = %s",
                    [unseen, Match.State.FINAL],
                )
                now = time.perf_counter()
                self.final.update(dict.fromkeys((number for (number,) in cursor.fetchall()), now))
                cursor.execute("SELECT count(*) FROM matches_outbox")
                self.waiting.append((now, cursor.fetchone()[0]))
                if now > began + self.seconds + 1 and len(self.final) == len(self.sent):
                    return
                time.sleep(LOOKED_EVERY)
        raise SystemExit(f"{len(self.sent) - len(self.final)} matches are not final.")

    def queue(self, began: float) -> str:
        """How much waited in the first and in the second half of the time, in the median and at most."""
        halves: tuple[list[int], list[int]] = ([], [])
        for at, number in self.waiting:
            if at < began + self.seconds:
                halves[at > began + self.seconds / 2].append(number)
        first, second = (f"{statistics.median(half):.0f} (at most {max(half)})" for half in halves)
        return f"{first} in the first half, {second} in the second"
