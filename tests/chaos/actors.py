"""Those who use the service while it is killed: directors, players, ladders, each by the API."""

from __future__ import annotations

import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from config.rest import Api, Refused, Sent, Unanswered, is_for_later, said_by


@dataclass
class Ledger:
    """What the service has accepted, by kind: how often each thing was asked for."""

    wanted: int
    patience: float = 40.0
    """Seconds that an actor waits for what follows from a result before it goes on with something else."""
    accepted: dict[str, Counter[tuple[Any, ...]]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    later: Counter[str] = field(default_factory=Counter)
    """With which codes somebody was told to come again."""
    errors: list[str] = field(default_factory=list)
    late: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, *what: Any) -> None:
        with self._lock:
            self.accepted.setdefault(kind, Counter())[what] += 1

    def refuse(self, error: Refused) -> None:
        with self._lock:
            self.refused[str(error).split(": ")[1] if ": " in str(error) else str(error)] += 1

    def put_off(self, code: str) -> None:
        with self._lock:
            self.later[code] += 1

    @property
    def total(self) -> int:
        return sum(counter.total() for counter in self.accepted.values())

    @property
    def is_full(self) -> bool:
        return self.total >= self.wanted


@dataclass(frozen=True)
class World:
    """Whom there is: the director's and the players' ways in, and the numbers of players."""

    director: tuple[str, str]
    logins: list[tuple[str, str, int]]
    """Of players who report and confirm for themselves: login, password, player."""
    players: list[int]
    club: int


class NotingApi(Api):
    """Notes what the service says where it has a request sent again.

    Who gave up would not know whether a write was accepted. Whatever a trouble has set back for long,
    PostgreSQL's recovery on a disk that was full, say, is over within its patience.
    """

    patience = 900.0

    def __init__(self, ledger: Ledger, url: str, login: str, password: str) -> None:
        self.ledger = ledger
        super().__init__(url, login, password)

    def ask_once(self, method: str, address: str, query: Sent, body: Sent) -> Any:
        answer = super().ask_once(method, address, query, body)
        if is_for_later(answer):
            self.ledger.put_off(said_by(answer).partition(":")[0])
        return answer


class Actor(threading.Thread):
    """One of them, until the ledger is full."""

    numbers = count(1)

    def __init__(self, url: str, world: World, ledger: Ledger, seed: int, number: int) -> None:
        super().__init__(daemon=True)
        self.url, self.world, self.ledger = url, world, ledger
        self.random, self.number = Random(f"{seed} {number}"), number

    def run(self) -> None:
        try:
            self.play()
        except Exception:
            self.ledger.errors.append(traceback.format_exc())

    def play(self) -> None:
        self.director = self.api(*self.world.director)
        one, two = self.world.logins[2 * self.number], self.world.logins[2 * self.number + 1]
        self.players = [(self.api(login, password), player) for login, password, player in (one, two)]
        self.ladder: dict[str, Any] | None = None
        while not self.ledger.is_full:
            part = self.random.choice((self.event, self.disputed, self.disputed, self.challenge))
            try:
                part()
            except Unanswered:
                raise
            except Refused as error:
                self.ledger.refuse(error)

    def api(self, login: str, password: str) -> Api:
        while True:
            try:
                return NotingApi(self.ledger, self.url, login, password)
            except Refused:
                time.sleep(1)

    def mark(self) -> str:
        return f"chaos {self.number} {next(self.numbers)}"

    def event(self) -> None:
        """A knockout of four, played out; then one of its first results is corrected."""
        director, name, field = self.director, self.mark(), self.random.sample(self.world.players, 4)
        event = director.post("tournaments/", club=self.world.club, name=name, lengths=[3])
        self.ledger.note("tournament", name)
        base = f"tournaments/{event['id']}/"
        for player in field:
            director.post(f"{base}entries/", player=player)
            self.ledger.note("entry", event["id"], player)
        director.post(f"{base}draw/", seeding="random")
        self.ledger.note("draw", event["id"])
        reported: set[int] = set()
        deadline = time.monotonic() + self.ledger.patience
        while len(reported) < 3 and time.monotonic() < deadline:
            for fixture in director.get(f"{base}fixtures/", page_size=50)["results"]:
                match = fixture["match"]
                if match is None or match["id"] in reported:
                    continue
                score = self.random.choice(((3, 0), (3, 2), (1, 3)))
                self.report(director, match["id"], score)
                reported.add(match["id"])
            time.sleep(0.1)
        if len(reported) < 3:
            self.ledger.late += 1
            return
        if self.decided(max(reported)) and self.random.random() < 0.5:
            self.correct(min(reported))

    def disputed(self) -> None:
        """A player reports, the other agrees or objects, and of an objection the director decides."""
        (one, first), (two, second) = self.players
        match = self.director.post("matches/", one=first, two=second, length=5)
        self.ledger.note("match", first, second)
        report = self.report(one, match["id"], (5, self.random.randrange(5)))
        deadline = time.monotonic() + self.ledger.patience
        while (state := two.get(f"reports/{report}/")["state"]) == "pending":
            if time.monotonic() > deadline:
                self.ledger.late += 1
                return
            time.sleep(0.1)
        if state != "accepted":
            return
        agrees = self.random.random() < 0.6
        two.post(f"reports/{report}/answers/", agrees=agrees, reason="" if agrees else "I won that.")
        self.ledger.note("answer", report)
        if not agrees:
            self.rule(match["id"], {"one": 2, "two": 5})

    def challenge(self) -> None:
        """A ladder of one's own: the lowest challenges the one above, and plays."""
        director = self.director
        if self.ladder is None:
            name = self.mark()
            self.ladder = director.post(
                "ladders/", club=self.world.club, name=name, kind="position", length=3
            )
            self.ledger.note("ladder", name)
            for player in self.random.sample(self.world.players, 4):
                director.post(f"ladders/{self.ladder['id']}/joins/", player=player)
                self.ledger.note("join", self.ladder["id"], player)
        base = f"ladders/{self.ladder['id']}/"
        rungs = director.get(base)["rungs"]
        above, below = (row["player"]["id"] for row in rungs[-2:])
        challenge = director.post(f"{base}challenges/", challenger=below, challenged=above)
        self.ledger.note("challenge", self.ladder["id"], below, above)
        if challenge["match"] is None:
            challenge = director.post(f"challenges/{challenge['id']}/answer/", reply="accepted")
            self.ledger.note("reply", challenge["id"])
        match = challenge["match"]
        self.report(director, match, self.random.choice(((3, 1), (0, 3))))
        if not self.decided(match):
            self.ledger.late += 1

    def report(self, api: Api, match: int, score: tuple[int, int]) -> int:
        sent = api.post(f"matches/{match}/reports/", score=dict(zip(("one", "two"), score, strict=True)))
        self.ledger.note("report", match)
        return int(sent["id"])

    def decided(self, match: int) -> bool:
        deadline = time.monotonic() + self.ledger.patience
        while self.director.get(f"matches/{match}/")["state"] != "final":
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def correct(self, match: int) -> None:
        """The other side has won after all."""
        result = self.director.get(f"matches/{match}/")["result"]
        score = {"one": 0, "two": 3} if result["winner"] == "one" else {"one": 3, "two": 0}
        self.rule(match, score)

    def rule(self, match: int, score: dict[str, int]) -> None:
        reason = self.mark()
        wanted = {"kind": "played", "score": score, "reason": reason}
        try:
            self.director.post(f"matches/{match}/rulings/", **wanted)
        except Refused as error:
            if "preview" not in str(error):
                raise
            looked = self.director.post(f"matches/{match}/rulings/preview/", **wanted)
            self.director.post(f"matches/{match}/rulings/", **wanted, preview=looked["token"])
        self.ledger.note("ruling", reason)
