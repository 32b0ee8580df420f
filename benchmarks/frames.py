"""What a browser does when a result comes to the page of a large event: Chromium's own trace.

    ./run bench frames [--entries 256] [--results 10]

The web process, the dispatcher and a worker as the service runs them, and the machine's Chromium with the
page of a double elimination, half of it played, open in it. Counted are the tasks of the thread that draws
it, from before a result is sent until four seconds later: while one lasts, nothing moves on the screen.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.brackets import decide, drawn_field
from benchmarks.browsers import chromium_path
from benchmarks.compare import spread
from benchmarks.load.mixes import SCORE
from benchmarks.population import open_matches
from benchmarks.requests import Client, Request, service_processes
from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.play.models import Match
from tournaments.clubs.services import club_create

FORMAT = "double_elimination"
SEEN_FOR = 4.0
"""Seconds after a result until everything that it changes is on the page."""
TRACED = ["disabled-by-default-devtools.timeline", "devtools.timeline", "__metadata"]
FRAME = 50.0
"""Milliseconds above which somebody sees that a page stands still."""
SCREENS = {"laptop": (1280, 800), "phone": (390, 844)}
WATCH = """() => {
  const live = document.getElementById("live");
  delete live.dataset.changed;
  const seen = new MutationObserver(() => { live.dataset.changed = ""; seen.disconnect(); });
  seen.observe(live, { childList: true, characterData: true, subtree: true });
}"""


def run(arguments: list[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="./run bench frames", description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=256)
    parser.add_argument("--results", type=int, default=10, help="on each screen")
    options = parser.parse_args(arguments)
    director = User.objects.create(username="director", is_staff=True)
    cup = drawn_field(club_create(actor=director, name="Club"), director, options.entries, FORMAT)
    for _ in range(2):
        for fixture in cup.fixtures.filter(match__state=Match.State.OPEN).order_by("step", "pk"):
            decide(fixture, director)
    _, token = token_issue(user=director, name="benchmark", scopes=Token.Scope.values)
    matches = iter(open_matches(cup))
    with service_processes() as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for screen, size in SCREENS.items():
            numbers = [next(matches) for _ in range(options.results)]
            tasks = tasks_of_results(browser, size, f"http://127.0.0.1:{port}", cup.pk, port, token, numbers)
            longest = [max(task for task, _ in each) for each in tasks]
            busiest = [max(busy for _, busy in each) for each in tasks]
            yield (
                f"A result on the page of {options.entries} entries in {FORMAT}, {screen}: the longest task "
                f"{spread(longest, 'ms')}, {sum(each > FRAME for each in longest)} of {len(longest)} over "
                f"{FRAME:.0f} ms; of the processor {spread(busiest, 'ms')}"
            )
        browser.close()


def tasks_of_results(
    browser: Browser,
    size: tuple[int, int],
    url: str,
    event: int,
    port: int,
    token: str,
    matches: Sequence[int],
) -> list[list[tuple[float, float]]]:
    """The tasks of the page after each of some results."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{url}/tournaments/{event}/")
    page.wait_for_load_state("load")
    page.wait_for_timeout(1000 * SEEN_FOR)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    tasks = []
    for match in matches:
        page.evaluate(WATCH)
        browser.start_tracing(page=page, categories=TRACED)
        client = Client(port)
        client.timed(Request(f"/api/v1/matches/{match}/reports/", "POST", SCORE, headers))
        client.connection.close()
        page.wait_for_timeout(1000 * SEEN_FOR)
        if page.get_attribute("#live", "data-changed") is None:
            raise SystemExit(f"Match {match} is not on the page after {SEEN_FOR} s.")
        tasks.append(tasks_of_page(json.loads(browser.stop_tracing())["traceEvents"]))
    page.close()
    return tasks


def tasks_of_page(events: Sequence[dict[str, Any]]) -> list[tuple[float, float]]:
    """Milliseconds of each task of the threads that draw pages, by the clock and of the processor."""
    drawing = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        (event["dur"] / 1000, event.get("tdur", 0) / 1000)
        for event in events
        if event["name"] == "RunTask" and "dur" in event and (event["pid"], event["tid"]) in drawing
    ]
