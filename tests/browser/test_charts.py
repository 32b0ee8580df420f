"""Charts of results and pairings by table in a browser: they scroll in their boxes, names stay in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from config.rest import Api
from tests.config.stack import Stack, until
from tests.matches.mails.letterbox import Letterbox

from .phones import Phone
from .screens import HANDSET, LAPTOP

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]

SIZE = 16
NAMES = ("Li", "Kenji Watanabe", "Jean-Baptiste Beauregard-Desrosiers", "佐々木 美智子")

# On each screen in one language and in colours of their own.
SCREENS: dict[str, tuple[Mapping[str, Any], str]] = {
    "phone": (HANDSET, "ja"),
    "laptop": ({**LAPTOP, "color_scheme": "dark"}, "en"),
}

LEFT_OF_NAMES = """(chart) => {
    const box = chart.closest(".scroll");
    box.scrollLeft = box.scrollWidth;
    const row = chart.querySelector("tbody th");
    return [box.scrollLeft, row.getBoundingClientRect().x - box.getBoundingClientRect().x];
}"""


@pytest.fixture(scope="module")
def events(director: Api) -> dict[str, str]:
    """The pages of a round robin and of a Swiss whose first round is over, and a player of the latter."""
    club = director.post("clubs/", name="Chart Club")["id"]
    players = [
        director.post(f"clubs/{club}/players/", name=f"{NAMES[at % len(NAMES)]} {at}")["id"]
        for at in range(SIZE)
    ]
    pages = {"player": str(players[0])}
    for format, options in (("round_robin", {}), ("swiss", {"rounds": 5})):
        cup = {"name": format, "lengths": [5], "format": format, "format_options": options}
        event = f"tournaments/{director.post('tournaments/', club=club, **cup)['id']}/"
        for player in players:
            director.post(f"{event}entries/", player=player)
        director.post(f"{event}draw/", seeding="random")
        fixtures = [*until("the first matches", lambda at=event: started(director, at))]
        score = {"one": 5, "two": 3}
        director.post(f"{event}results/", results=[{"key": each["key"], "score": score} for each in fixtures])
        until("the second round", lambda at=event: len(list(director.rows_of(f"{at}fixtures/"))) > SIZE // 2)
        pages[format] = f"/{event}"
    return pages


def started(director: Api, event: str) -> list[dict[str, Any]]:
    found = list(director.rows_of(f"{event}fixtures/"))
    return found if len(found) >= SIZE // 2 else []


@pytest.fixture(params=SCREENS)
def screen(
    request: pytest.FixtureRequest, browser: Browser, stack: Stack, box: Letterbox
) -> Iterator[Callable[[str], Phone]]:
    """screen(address): what somebody has before them, looked at."""
    size, language = SCREENS[request.param]
    phone = Phone.start(browser, f"http://localhost:{stack.port}", box, language, size)

    def look_at(address: str) -> Phone:
        phone.open(address)
        phone.look(f"chart-{request.param}-{address.strip('/').replace('/', '-').replace('?', '-')}")
        return phone

    yield look_at
    phone.page.context.close()


def scrolled(page: Page) -> tuple[float, float]:
    """How far the chart of a page scrolls, and where names are then, from the left of its box."""
    by, left = page.locator("table.chart").evaluate(LEFT_OF_NAMES)
    return by, left


def test_a_crosstable_scrolls_behind_the_names(
    screen: Callable[[str], Phone], events: dict[str, str]
) -> None:
    page = screen(events["round_robin"]).page
    by, left = scrolled(page)
    assert -1 <= left <= 1
    width = page.viewport_size
    assert width is not None
    assert (by > 0) == (width["width"] < 1000), "sixteen are seen at once on a laptop"


def test_a_swiss_is_explained_to_whom_one_follows(
    screen: Callable[[str], Phone], events: dict[str, str]
) -> None:
    page = screen(f"{events['swiss']}?player={events['player']}").page
    by, left = scrolled(page)
    assert -1 <= left <= 1 or by == 0
    assert page.locator(".figure-of").count() == 5
    assert page.locator(".by-table .followed").count() == 1


def test_a_name_leads_to_its_match_without_a_script(
    browser: Browser, stack: Stack, events: dict[str, str]
) -> None:
    context = browser.new_context(
        base_url=f"http://localhost:{stack.port}", java_script_enabled=False, **HANDSET
    )
    page = context.new_page()
    page.goto(events["swiss"])
    page.locator(".find summary").click()
    page.locator(".find a").nth(SIZE - 1).click()
    row = page.locator(".by-table tr:target")
    row.wait_for()
    box = row.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < HANDSET["viewport"]["height"]
    context.close()
