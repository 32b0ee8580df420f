"""Who asks for what in each part, and when."""

import itertools
import json
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from benchmarks.brackets import drawn_field
from benchmarks.load.meters import BareView, Point, Results, Waiting, in_short, meanwhile
from benchmarks.population import open_matches
from benchmarks.requests import Client, Request
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match
from matches.players.models import Player
from matches.ratings.models import RatingPool
from matches.ratings.services import rating_pool_rate
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create

FIELD = 1024
SCORE = json.dumps({"score": {"one": 5, "two": 3}})
PER_IMPORT = 100
SPECTATORS = 5.0
"""How often a second somebody looks at the bracket while results come."""
ALONE = 120
WARMING = 12
"""Results before those: each process has done everything once, and PostgreSQL has planned it."""
KEPT_OPEN = 2.0
"""Seconds for which a connection may lie idle."""


class Asked(NamedTuple):
    """A request, what it is of, when it is due (seconds from the beginning), and the match it decides."""

    due: float
    kind: str
    request: Request
    match: int | None = None


@dataclass(frozen=True)
class Sizes:
    """How much of it, as it was asked for."""

    results: int
    entries: int
    seconds: float
    rebuilt: int
    imported: int
    clients: int


@dataclass
class Field:
    """What the parts have in common."""

    club: Club
    director: User
    token: str
    sizes: Sizes
    random: random.Random

    def report(self, due: float, match: int) -> Asked:
        return report_of(match, self.token, due)


def headers_of(token: str) -> dict[str, str]:
    return {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}


def report_of(match: int, token: str, due: float) -> Asked:
    """By the director."""
    path = f"/api/v1/matches/{match}/reports/"
    return Asked(due, "report", Request(path, "POST", SCORE, headers_of(token)), match)


@dataclass
class Mix:
    """One part: what was asked, and all that was measured. bare_port: of the bare views, or 0."""

    name: str
    port: int
    bare_port: int
    clients: int
    answered: dict[str, list[Point]] = field(default_factory=dict)
    bare: list[Point] = field(default_factory=list)
    final: list[Point] = field(default_factory=list)
    in_bracket: list[Point] = field(default_factory=list)
    oldest: dict[str, list[Point]] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    lasted: float = 0.0
    notes: list[str] = field(default_factory=list)

    def carry_out(
        self,
        crowds: Iterable[Iterable[Asked]],
        bare_match: int,
        *,
        next_of: dict[int, tuple[int, str]] | None = None,
        beside: Callable[[], None] | None = None,
    ) -> None:
        """Ask each when it is due, and wait for what follows. Each crowd has as many clients as there are."""
        began = time.perf_counter()
        results, waiting = Results(began, next_of or {}), Waiting(began)
        bare = BareView(self.bare_port, began, bare_match)
        turns, lock = [iter(asked) for asked in crowds], threading.Lock()
        at_once = len(turns) * self.clients + 2
        with meanwhile(bare.look, waiting.look), ThreadPoolExecutor(at_once) as pool:
            looking = pool.submit(results.look)
            other = pool.submit(beside) if beside else None
            clients = [
                pool.submit(self._ask, turn, lock, results) for turn in turns for _ in range(self.clients)
            ]
            try:
                for client in clients:
                    client.result()
                self.lasted = time.perf_counter() - began
            finally:
                results.over.set()
            looking.result()
            if other is not None:
                other.result()
        self.bare, self.final, self.in_bracket = bare.asked, results.final, results.in_bracket
        self.oldest, self.most = waiting.oldest, waiting.most

    def _ask(self, turn: Iterator[Asked], lock: threading.Lock, results: Results) -> None:
        client = Client(self.port)
        while True:
            with lock:
                asked = next(turn, None)
            if asked is None:
                break
            due = results.began + asked.due
            if (early := due - time.perf_counter()) > 0:
                time.sleep(early)
            if early > KEPT_OPEN:
                # The service has ended it; the next request opens another.
                client.connection.close()
            if asked.match is not None:
                results.due[asked.match] = due
            client.timed(asked.request)
            now = time.perf_counter()
            with lock:
                self.answered.setdefault(asked.kind, []).append((now - results.began, (now - due) * 1000))
        client.connection.close()

    def lines(self) -> Iterator[str]:
        count = sum(map(len, self.answered.values()))
        yield f"{self.name}: {count} requests in {self.lasted:.0f} s, {count / self.lasted:.1f} a second"
        measured = {f"{kind}, answered": points for kind, points in self.answered.items()}
        measured |= {"report, final": self.final, "report, in the bracket": self.in_bracket}
        measured |= {"a bare Django view meanwhile": self.bare}
        for what, points in measured.items():
            if points:
                yield f"{self.name}, {what}: {in_short([taken for _, taken in points])} ({len(points)})"
        for queue, points in self.oldest.items():
            oldest = max(age for _, age in points)
            yield f"{self.name}, queue {queue}: the oldest {oldest:.1f} s, at most {self.most[queue]} waiting"
        yield from (f"{self.name}, {note}" for note in self.notes)


def warming(there: Field) -> Callable[[Mix], None]:
    """Has the processes do everything before it is measured: nobody starts them when a round ends."""
    event = drawn_field(there.club, there.director, 64)
    matches = [match for match, _ in pairs_of(event)][:WARMING]
    pages = (f"/tournaments/{event.pk}/", f"/api/v1/tournaments/{event.pk}/bracket/")
    asked = [there.report(0.2 * number, match) for number, match in enumerate(matches)]
    asked += [
        Asked(0.2 * number + 0.1, "page", Request(page))
        for number, page in zip(range(WARMING), itertools.cycle(pages), strict=False)
    ]
    return lambda mix: Mix(mix.name, mix.port, 0, mix.clients).carry_out([in_time(asked)], matches[0])


def alone(there: Field) -> Callable[[Mix], None]:
    """One result after the other, in a field of 64 and of 1,024."""
    matches = [*pairs_of(drawn_field(there.club, there.director, 64))]
    matches += [*pairs_of(drawn_field(there.club, there.director, FIELD))][: ALONE - len(matches)]
    next_of = dict(matches)
    warm_up = warming(there)

    def carried_out(mix: Mix) -> None:
        warm_up(mix)
        # So far apart that none waits for another.
        asked = [there.report(0.5 * number, match) for number, (match, _) in enumerate(matches)]
        mix.carry_out([asked], matches[0][0], next_of=next_of)

    return carried_out


def entries(there: Field) -> Callable[[Mix], None]:
    """Each looks at the event, enters it, and looks who else is there."""
    sizes = there.sizes
    event = tournament_create(actor=there.director, club=there.club, name="Open Cup", lengths=(7,))
    match = Match.objects.order_by("pk").first() or open_match(there)
    asked = []
    for number in range(sizes.entries):
        user = User.objects.create(username=f"entrant{number}")
        player = Player.objects.create(name=f"Entrant {number}", user=user)
        _, token = token_issue(user=user, name="phone", scopes=Token.Scope.values)
        headers = headers_of(token)
        base, due = f"/api/v1/tournaments/{event.pk}/entries/", there.random.random() * sizes.seconds
        asked += [
            Asked(due, "the event's page", Request(f"/tournaments/{event.pk}/")),
            Asked(due + 0.5, "entry", Request(base, "POST", json.dumps({"player": player.pk}), headers)),
            Asked(due + 1, "entry list", Request(base, headers=headers)),
        ]
    return lambda mix: mix.carry_out([in_time(asked)], match.pk)


def round_end(there: Field) -> Callable[[Mix], None]:
    """Half of the results come in the first third of the time; spectators look at the bracket."""
    sizes, draw = there.sizes, there.random
    event = drawn_field(there.club, there.director, FIELD)
    pairs = [*pairs_of(event)][: sizes.results]
    early = sizes.seconds / 3
    dues = [
        draw.random() * early if number % 2 else draw.uniform(early, sizes.seconds)
        for number in range(len(pairs))
    ]
    asked = [there.report(due, match) for due, (match, _) in zip(dues, pairs, strict=True)]
    pages = itertools.cycle((f"/tournaments/{event.pk}/", f"/api/v1/tournaments/{event.pk}/bracket/"))
    looked = [
        Asked(number / SPECTATORS, f"{'bracket' if 'api' in page else 'the event page'}", Request(page))
        for number, page in zip(range(int(sizes.seconds * SPECTATORS)), pages, strict=False)
    ]
    imported = imports(there) if sizes.imported else []
    warm_up = warming(there)

    def carried_out(mix: Mix) -> None:
        warm_up(mix)
        if sizes.rebuilt:
            rating_pool = RatingPool.objects.get(everybody=True)
            rating_pool_rate(actor=there.director, rating_pool_id=rating_pool.pk, rating_system="elo")

        def beside() -> None:
            began, client = time.perf_counter(), Client(mix.port)
            for request in imported:
                client.timed(request)
            mix.notes.append(
                f"meanwhile {sizes.imported} results imported, {PER_IMPORT} at a time, "
                f"in {time.perf_counter() - began:.0f} s"
            )

        crowds = [in_time(asked), looked]
        mix.carry_out(crowds, pairs[0][0], next_of=dict(pairs), beside=beside if imported else None)
        if sizes.rebuilt:
            folding = RatingPool.objects.get(everybody=True).folding
            mix.notes.append(
                f"meanwhile ratings of {sizes.rebuilt} matches folded anew"
                f"{', which went on after the last result' if folding else ''}"
            )

    return carried_out


def imports(there: Field) -> list[Request]:
    """Results of elsewhere, so many in a request."""
    players = Player.objects.bulk_create(Player(name=f"Elsewhere {number}") for number in range(200))
    start, requests = datetime(2025, 1, 1, 20, tzinfo=UTC), []
    for first in range(0, there.sizes.imported, PER_IMPORT):
        results = []
        for number in range(first, min(first + PER_IMPORT, there.sizes.imported)):
            one, two = there.random.sample(players, 2)
            at = start + timedelta(minutes=number)
            results.append(
                {
                    "one": one.pk,
                    "two": two.pk,
                    "length": 5,
                    "score": {"one": 5, "two": 3},
                    "completed_at": at.isoformat(),
                }
            )
        body = json.dumps({"reason": "The club's book.", "results": results})
        requests.append(Request("/api/v1/results/import/", "POST", body, headers_of(there.token)))
    return requests


def flood(there: Field) -> Callable[[Mix], None]:
    """As many as it takes: each client reports as soon as it has been answered, for so many seconds."""
    seconds = min(there.sizes.seconds, 30.0)
    matches: list[int] = []
    # More than any machine of today takes.
    while len(matches) < seconds * 150:
        matches += open_matches(drawn_field(there.club, there.director, FIELD))

    def carried_out(mix: Mix) -> None:
        began = time.perf_counter()

        def at_once() -> Iterator[Asked]:
            for match in matches:
                if (now := time.perf_counter() - began) > seconds:
                    return
                yield there.report(now, match)

        mix.carry_out([at_once()], matches[0])

    return carried_out


def in_time(asked: Iterable[Asked]) -> list[Asked]:
    return sorted(asked, key=lambda each: each.due)


def pairs_of(event: Tournament) -> Iterator[tuple[int, tuple[int, str]]]:
    """The open matches of the first round, neighbours side by side, with what their winners play next."""
    fixtures = event.fixtures.filter(match__state=Match.State.OPEN).values_list("key", "match")
    numbered = sorted(
        (int(key.rpartition("M")[2]), match) for key, match in fixtures if key.startswith("R1-M")
    )
    for number, match in numbered:
        yield match, (event.pk, f"R2-M{(number + 1) // 2}")


def open_match(there: Field) -> Match:
    return Match.objects.get(pk=open_matches(drawn_field(there.club, there.director, 8))[0])
