"""Solo games while processes are killed: nothing is lost, no roll is thrown twice, and all is legal."""

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.fair_dice import FairDice, seal_of
from tests.config.stack import PROCESSES, Stack
from tests.matches.solo.playing import decide

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]

KILLS = 12
KILLED = tuple(name for name in ("web", "solo", "worker", "bots") if name in PROCESSES)
KINDS = [
    {"bot": "intermediate"},
    {"bot": "beginner", "variant": "fevga", "scoring": "match", "length": 1},
    {"bot": "advanced", "variant": "hypergammon", "scoring": "match", "length": 3},
    {"bot": "club" if "bots" in PROCESSES else "beginner", "scoring": "match", "length": 1},
]
PATIENCE = 90.0


class Visitor:
    """Plays over HTTP, and sends again what was not answered."""

    def __init__(self, url: str, number: int) -> None:
        self.url, self.random, self.sent_again = f"{url}/api/v1/solo/", Random(number), 0
        self.rolls: dict[tuple[int, int], list[int]] = {}

    def ask(self, path: str, body: Any = None) -> Any:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            request = urllib.request.Request(
                self.url + path,
                None if body is None else json.dumps(body).encode(),
                {"Content-Type": "application/json"},
            )
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    said = error.read().decode()
                if error.code < 500:
                    raise AssertionError(path, body, error.code, said) from error
            except (OSError, HTTPException):
                # Not answered, or not to its end.
                pass
            self.sent_again += 1
            time.sleep(0.2)
        raise AssertionError(f"{path} was not answered for {PATIENCE} s")

    def play(self, terms: dict[str, Any], until: threading.Event) -> list[dict[str, Any]]:
        """Games of a kind, to the end of the one at hand once `until` is set."""
        ended = []
        while not ended or not until.is_set():
            key = self.ask("", terms)["key"]
            game = self.ask(f"{key}/begin/", {"contribution": f"word {self.random.random()}"})
            self.rolls = {}
            while game["state"] == "going":
                self.see(game)
                action, given = ("wait", {}) if game["computer_waits"] else self.decide(game)
                game = self.ask(f"{key}/acts/", {"place": game["place"], "action": action, **given})
                if game["computer_waits"]:
                    time.sleep(0.3)
            self.check(game)
            ended.append(game)
        return ended

    def decide(self, game: dict[str, Any]) -> tuple[str, dict[str, int]]:
        board = game["board"]
        # Whoever asked for the answer of the computer may have been killed: it is still its turn.
        return ("wait", {}) if board["side"] == 1 else decide(board, self.random)

    def see(self, game: dict[str, Any]) -> None:
        board = game["board"]
        if board["dice"]:
            seen = self.rolls.setdefault((board["game"], board["rolls"]), board["dice"])
            assert seen == board["dice"], "a roll was thrown again"

    def check(self, game: dict[str, Any]) -> None:
        assert seal_of(game["seed"]) == game["seal"]
        dice = FairDice(game["seed"], game["contribution"])
        for (number, roll), seen in self.rolls.items():
            assert tuple(seen) == dice.roll(number, roll)
        with urllib.request.urlopen(f"{self.url}{game['key']}/transcript/", timeout=60) as answer:
            verdict = engine.adjudicate(engine.read(answer.read()))
        assert verdict.violations == ()
        assert verdict.complete


def test_games_go_on_while_processes_are_killed(tmp_path: Path) -> None:
    stack = Stack.start(tmp_path / "var", RATE_SOLO="1000000/min", LOG_LEVEL="WARNING")
    over = threading.Event()
    try:
        stack.wait_ready()
        visitors = [Visitor(stack.url, number) for number in range(len(KINDS))]
        with ThreadPoolExecutor(len(KINDS)) as pool:
            playing = [
                pool.submit(visitor.play, terms, over) for visitor, terms in zip(visitors, KINDS, strict=True)
            ]
            try:
                kill_in_turn(stack)
            finally:
                over.set()
            ended = [game for each in playing for game in each.result()]
        print(
            f"{len(ended)} games, {sum(game['place'] for game in ended)} acts, {KILLS} kills, "
            f"{sum(visitor.sent_again for visitor in visitors)} requests sent again"
        )
        assert sum(visitor.sent_again for visitor in visitors) > 0, "nobody noticed"
    finally:
        stack.end()


def kill_in_turn(stack: Stack) -> None:
    """Kill a process, wait until another is in its place, and go on to the next."""
    names = cycle(KILLED)
    for _ in range(KILLS):
        time.sleep(1.5)
        name = next(names)
        killed = stack.pids()[name]
        os.kill(killed, signal.SIGKILL)
        deadline = time.monotonic() + 60
        while stack.pids().get(name, killed) == killed:
            assert time.monotonic() < deadline, f"no {name} again"
            time.sleep(0.1)
