"""Games against the computer by the endpoints of the pages, and club work beside them.

    ./run bench solo [--games 1000] [--at-once 8] [--players 200] [--seconds 60] [--thinking 3] [--rounds 3]

The web process, the dispatcher and a worker as the service runs them. First so many games are played to their
end, in every variant and scoring in turn, by buttons that are pressed at random, so many at a time: no answer
may be a refusal, the referee has to find each transcript legal, and every roll has to be the one that follows
from the seed that was sealed before. Then so many players play at once, each of whom thinks for some seconds
between two presses, while results of a club are reported at a fixed pace: how long a press takes, what the
web process holds, and how soon results are final beside as without them.
"""

import argparse
import html
import http.client
import multiprocessing
import os
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import engine
from benchmarks.brackets import drawn_field
from benchmarks.compare import spread
from benchmarks.load.meters import LOOKED_EVERY
from benchmarks.load.mixes import FIELD, Mix, report_of
from benchmarks.population import open_matches
from benchmarks.requests import service_processes
from config.niceness import give_way
from engine.bots import BOTS
from engine.fair_dice import FairDice, seal_of
from engine.record import Rolled
from engine.solo import SCORINGS
from engine.variants import VARIANTS
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.solo.models import KeptSoloGame
from matches.work.models import Outbox
from tournaments.clubs.services import club_create

MOST_PRESSES = 5000
SESSION_OF = 1
"""A session for money is ended after so many games, and a match is to one point: a game each."""
PACE = 10.0
"""Results a second, beside the players."""
LAST = 10
"""The niceness of the players' process."""
FORM = "application/x-www-form-urlencoded"


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench solo", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--thinking", type=float, default=3.0, help="seconds between two presses")
    parser.add_argument("--rounds", type=int, default=3, help="so often without the players and beside them")
    options = parser.parse_args(arguments)
    director = User.objects.create(username="director", is_staff=True)
    with service_processes() as (port, pids):
        if options.games:
            yield whole_games(port, options.games, options.at_once)
        if options.players:
            yield from club_work_beside(port, pids, director, options)


def club_work_beside(
    port: int, pids: list[int], director: User, options: argparse.Namespace
) -> Iterator[str]:
    """Results without players and beside them in turn, and how the middles compare."""
    club = club_create(actor=director, name="Golden Club")
    needed, matches = int(2 * PACE * options.seconds * options.rounds * 1.2), list[int]()
    while len(matches) < needed:
        matches += open_matches(drawn_field(club, director, FIELD))
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    waiting, compared = iter(matches), []
    until_nothing_waits()
    for _ in range(options.rounds):
        alone = results_at_pace("alone", port, token, waiting, options.seconds)
        yield from alone.lines()
        with crowd(port, options.players, options.thinking) as presses:
            time.sleep(2 * options.thinking)
            beside = results_at_pace("beside", port, token, waiting, options.seconds)
            memory = max(memory_of(pid) for pid in pids)
        yield from beside.lines()
        late = statistics.quantiles(presses, n=20)[-1]
        yield (
            f"{len(presses)} presses of {options.players} players, {spread(sorted(presses), 'ms')}, "
            f"p95 {late:.0f} ms; the largest process holds {memory / 1024:.0f} MiB"
        )
        compared.append((alone, beside))
    for what in ("answered", "final"):
        ratios = [middle_of(beside, what) / middle_of(alone, what) for alone, beside in compared]
        yield f"Beside the players, {what} after {spread(ratios, 'times')} as long"


def results_at_pace(name: str, port: int, token: str, matches: Iterator[int], seconds: float) -> Mix:
    """So many reports a second, by four clients."""
    mix = Mix(name, port, 0, 4)
    dues = (number / PACE for number in range(int(seconds * PACE)))
    mix.carry_out([[report_of(next(matches), token, due) for due in dues]], 0)
    return mix


def middle_of(mix: Mix, what: str) -> float:
    """Milliseconds until half of the reports were answered, or final."""
    points = mix.answered["report"] if what == "answered" else mix.final
    return statistics.median(taken for _, taken in points)


def until_nothing_waits() -> None:
    """What the draws have left to the worker is done."""
    while Outbox.objects.exists():
        time.sleep(LOOKED_EVERY)


def kinds() -> Iterator[dict[str, str]]:
    """Every variant in every scoring that it has, against each computer player in turn."""
    strengths = cycle(map(str, range(len(BOTS))))
    for code, variant in VARIANTS.items():
        for scoring in SCORINGS:
            if scoring == "pips" and not variant.won_by_bearing_off:
                continue
            money = {"jacoby": "on", "beavers": "on"} if scoring == "money" and variant.cube else {}
            yield {"variant": code, "scoring": scoring, "length": "1", "strength": next(strengths), **money}


def whole_games(port: int, games: int, at_once: int) -> str:
    """Play so many games to their end, and check each: what they were."""
    began = time.perf_counter()
    terms = list(islice(cycle(kinds()), games))
    with ThreadPoolExecutor(at_once) as pool:
        players = list(pool.map(lambda each: played_out(port, *each), enumerate(terms)))
    taken = time.perf_counter() - began
    rolls = sum(checked(player) for player in players)
    presses = sorted(each for player in players for each in player.taken)
    by_kind = Counter(f"{each['variant']} {each['scoring']}" for each in terms)
    return (
        f"{games} games of {len(by_kind)} kinds in {taken:.0f} s: no refusal, no objection of the referee, "
        f"{rolls} rolls as sealed; {len(presses)} presses, {spread(presses, 'ms')}"
    )


def played_out(port: int, number: int, terms: dict[str, str]) -> "Presser":
    player = Presser(port, Random(number), terms)
    for _ in range(MOST_PRESSES):
        if not player.press_something():
            player.connection.close()
            return player
    raise SystemExit(f"{terms}: no end after {MOST_PRESSES} presses")


def checked(player: "Presser") -> int:
    """The rolls of a game that has ended, each compared with what the seed says. Raises AssertionError."""
    kept = KeptSoloGame.objects.get(key=player.address.strip("/").rpartition("/")[2])
    assert kept.state == KeptSoloGame.State.ENDED, kept.state
    assert seal_of(kept.seed) == player.seal
    assert kept.seed in player.page
    game = kept.as_engine()
    verdict = engine.adjudicate(game.record, game.terms.judged_by)
    assert verdict.violations == (), (player.terms, verdict.violations)
    read = engine.adjudicate(engine.read(game.transcript().encode()), game.terms.judged_by)
    assert read.violations == (), (player.terms, read.violations)
    dice = FairDice(kept.seed, kept.contribution)
    rolls = 0
    for record in game.record.games:
        opening = dice.opening(record.number, thrown_anew=game.terms.rules.may_open_with((1, 1)))
        thrown = [entry.action.dice for entry in record.entries if isinstance(entry.action, Rolled)]
        for number, roll in enumerate(thrown):
            expected = opening.dice if number == 0 else dice.roll(record.number, opening.used + number)
            assert sorted(roll) == sorted(expected), (player.terms, record.number, number)
        rolls += len(thrown)
    return rolls


@dataclass
class Presser:
    """Somebody who opens a game on the pages, and presses buttons at random."""

    port: int
    random: Random
    terms: dict[str, str]
    taken: list[float] = field(default_factory=list)
    page: str = ""
    games: int = 0

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.cookies: dict[str, str] = {}
        self.ask("GET", "/play/")
        self.open_game()

    def open_game(self) -> None:
        """A new game, from its seal to its first dice."""
        _, self.address = self.ask("POST", "/play/", **self.terms)
        self.ask("GET", self.address)
        self.seal = re.findall(r"<code>([0-9a-f]{64})</code>", self.page)[0]
        self.ask("POST", f"{self.address}begin/", contribution=f"word {self.random.random()}")
        self.ask("GET", self.address)

    def ask(self, method: str, path: str, **sent: str) -> tuple[int, str]:
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")} if method == "POST" else {}
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": FORM,
            "Accept-Language": "en",
            **({"HX-Request": "true"} if path.endswith("/act/") else {}),
        }
        try:
            self.connection.request(method, path, urlencode({**sent, **token}), headers)
            answer = self.connection.getresponse()
        except (http.client.HTTPException, OSError):
            # The service has closed what was not used for a while. An act that is sent again is done once.
            self.connection.close()
            self.connection.request(method, path, urlencode({**sent, **token}), headers)
            answer = self.connection.getresponse()
        self.page = html.unescape(answer.read().decode())
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        if answer.status >= 400:
            raise SystemExit(f"{method} {path} {sent}: {answer.status}\n{self.page[:2000]}")
        return answer.status, answer.headers.get("Location", "")

    def press_something(self) -> bool:
        """Press a button that brings the game on; False where there is none."""
        values = re.findall(r'name="act" value="([^"]+)"', self.page)
        left = [
            each for each in values if each.split()[0] not in ("give-up", "undo", "resign", "settings", "end")
        ]
        if "next_game" in left:
            self.games += 1
            left = ["end"] if "end" in values and self.games >= SESSION_OF else left
        if not left:
            return False
        if "undo" in values and self.random.random() < 0.1:
            left = ["undo"]
        place = re.findall(r'name="place" value="(\d+)"', self.page)[0]
        began = time.perf_counter()
        self.ask("POST", f"{self.address}act/", act=self.random.choice(left), place=place)
        self.taken.append((time.perf_counter() - began) * 1000)
        return True


@contextmanager
def crowd(port: int, number: int, thinking: float) -> Iterator[list[float]]:
    """So many players at once, who think between two presses, until the block is over.

    They are in a process of their own that goes last: phones do not take the service's processor, and the
    clients whose answers are timed do not wait for them. What is given is filled at the end: each press's
    milliseconds.
    """
    taken: list[float] = []
    forks = multiprocessing.get_context("fork")
    ours, theirs = forks.Pipe()
    process = forks.Process(target=crowd_of, args=(port, number, thinking, theirs))
    process.start()
    theirs.close()
    ours.recv()
    try:
        yield taken
    finally:
        ours.send("over")
        taken += ours.recv()
        process.join()


def crowd_of(port: int, number: int, thinking: float, whole: Connection) -> None:
    """The players: says when all are playing, is told when it is over, says how long each press took."""
    os.setsid()
    give_way(LAST)
    terms = islice(cycle(each for each in kinds() if each["variant"] == "backgammon"), number)
    players = [Presser(port, Random(at), each) for at, each in enumerate(terms)]
    over = threading.Event()
    threads = [threading.Thread(target=play_until, args=(each, over, thinking)) for each in players]
    for thread in threads:
        thread.start()
    whole.send("playing")
    whole.recv()
    over.set()
    for thread in threads:
        thread.join()
    whole.send([each for player in players for each in player.taken])


def play_until(player: Presser, over: threading.Event, thinking: float) -> None:
    """Press a button now and then; a game that has ended is followed by another."""
    while not over.wait(player.random.expovariate(1 / thinking)):
        if not player.press_something():
            player.open_game()


def memory_of(pid: int) -> int:
    """What a process holds, in KiB."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])
