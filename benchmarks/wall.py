"""The screen on the wall through an evening: never blank, right at the end, and not larger than at the start.

    ./run bench wall [--minutes 60]

The whole service over data of its own, and the machine's Chromium with the screen of a club open at 1920 by
1080. A double elimination of 32 and a round robin of 6 are played to their ends meanwhile, one result after
the other, and the web process is killed twice. Every quarter of a second is looked whether a view is to be
seen; every minute, after a collection of garbage, how much the page holds.
"""

import argparse
import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.browsers import chromium_path
from config.rest import Api
from tests.config.stack import Stack, until

EVENTS = (("Main", "double_elimination", 32), ("Side", "round_robin", 6))
RESULTS = 80
"""About so many there are."""
KILLS = 2
BLANK = """() => {
  window.blank = 0;
  window.looked = 0;
  setInterval(() => {
    window.looked += 1;
    if (![...document.querySelectorAll(".view")].some((view) => view.checkVisibility())) window.blank += 1;
  }, 250);
}"""


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench wall", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="golden-wall-") as directory:
        var = Path(directory) / "var"
        stack = Stack.start(var, LOG_LEVEL="WARNING")
        try:
            stack.wait_ready()
            login = json.loads(stack.layout.login_file.read_text())
            with closing(Api(stack.url, login["login"], login["password"])) as api:
                yield from Evening(stack, api).watched(60 * options.minutes)
        finally:
            stack.end()


@dataclass
class Evening:
    """A club's events as they are played, before the screen on its wall."""

    stack: Stack
    api: Api
    random: Random = field(default_factory=lambda: Random(1))
    held: list[tuple[float, int, float]] = field(default_factory=list)

    def watched(self, seconds: float) -> Iterator[str]:
        club = self.api.post("clubs/", name="Club of the Wall")
        self.events = [self.drawn(club["id"], *each) for each in EVENTS]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="en")
            page.goto(f"{self.stack.url}/clubs/{club['id']}/screen/")
            page.evaluate(BLANK)
            reported = self.play(page, seconds)
            winners = {event["id"]: self.winner(event["id"]) for event in self.events}
            for number, name in winners.items():
                shown = page.locator(f"#winner-{number}-1 .champion", has_text=name)
                shown.wait_for(state="attached", timeout=60_000)
            blank, looked = page.evaluate("[window.blank, window.looked]")
            browser.close()
        first, last = self.held[:5], self.held[-5:]
        yield (
            f"Screen of {len(self.events)} events for {seconds / 60:.0f} minutes, {reported} results, the "
            f"web process killed {KILLS} times: blank {blank} of {looked} looks, both winners right"
        )
        for what, at in (("MB of JavaScript", 0), ("nodes", 1), ("MB of the web process", 2)):
            yield (
                f"It holds {median(each[at] for each in first):.4g} {what} in the first five minutes, "
                f"{median(each[at] for each in last):.4g} in the last, "
                f"{max(each[at] for each in self.held):.4g} at most"
            )

    def drawn(self, club: int, name: str, format: str, size: int) -> dict[str, Any]:
        event = self.api.post("tournaments/", club=club, name=name, format=format, lengths=[5])
        for number in range(size):
            player = self.api.post("players/", name=f"{name} Player {number:02}")
            self.api.post(f"tournaments/{event['id']}/entries/", player=player["id"])
        self.api.post(f"tournaments/{event['id']}/draw/", seeding="random")
        return dict(event)

    def play(self, page: Page, seconds: float) -> int:
        """Results at a steady pace until there is none to report, and kills between them."""
        began, reported, killed = time.monotonic(), 0, 0
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        while True:
            elapsed = time.monotonic() - began
            if len(self.held) <= elapsed / 60:
                self.held.append(self.measured(session))
            if killed < KILLS and elapsed > seconds * (killed + 1) / (KILLS + 1):
                self.kill()
                killed += 1
            if reported / RESULTS <= elapsed / seconds and not self.report_one():
                if elapsed >= seconds:
                    return reported
                page.wait_for_timeout(1000)
                continue
            reported += reported / RESULTS <= elapsed / seconds
            page.wait_for_timeout(250)

    def report_one(self) -> bool:
        """Whether there was a match to report."""
        for event in self.events:
            for row in self.api.rows_of(f"tournaments/{event['id']}/fixtures/"):
                match = row["match"]
                if match is not None and match["state"] == "open":
                    won = self.random.random() < 0.5
                    score = {"one": 5, "two": 3} if won else {"one": 2, "two": 5}
                    self.api.post(f"matches/{match['id']}/reports/", score=score)
                    return True
        return False

    def kill(self) -> None:
        gone = self.stack.pids()["web"]
        os.kill(gone, signal.SIGKILL)
        until("another web process", lambda: self.stack.pids().get("web", gone) != gone)
        until("it answers", self.stack.healthy)

    def measured(self, session: Any) -> tuple[float, int, float]:
        """Megabytes of JavaScript and nodes of the page, and megabytes of the web process."""
        session.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        status = Path(f"/proc/{self.stack.pids()['web']}/status").read_text()
        resident = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        return found["JSHeapUsedSize"] / 1e6, int(found["Nodes"]), int(resident) / 1024

    def winner(self, event: int) -> str:
        standings = self.api.get(f"tournaments/{event}/standings/")
        name: str = standings[0]["entry"]["player"]["name"]
        return name
