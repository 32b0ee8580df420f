"""A double elimination on a laptop, a phone and paper: nothing cut off, wires to the middle of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from config.rest import Api
from tests.config.stack import Stack, until

from .phones import HELD
from .screens import HANDSET, LAPTOP

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]

SIZE = 16
SHEET = {"width": 1062, "height": 733}
"""A4 across within margins of 8 mm, in pixels."""

NAMES = ("Li", "Kenji Watanabe", "Jean-Baptiste Beauregard-Desrosiers", "佐々木 美智子")

CUT = """() => [...document.querySelectorAll(".bracket :is(.none, .label, .loser-to, .name)")]
    .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .filter((each) => getComputedStyle(each).display !== "inline")
    .map((each) => each.textContent)"""

# How far the middle of each card is from where wires begin and end, in pixels.
OFF = """() => [...document.querySelectorAll(".round .body:has(.wires)")].flatMap((body) => {
    const wires = body.querySelector(".wires").getBoundingClientRect();
    const places = [...body.querySelectorAll(".slots > li")];
    return places.map((place, at) => {
        const seats = place.querySelector(".seats");
        if (!seats) return 0;
        const box = seats.getBoundingClientRect();
        return Math.abs(box.y + box.height / 2 - wires.y - ((at + 0.5) / places.length) * wires.height);
    });
})"""


@pytest.fixture(scope="module")
def event(director: Api) -> str:
    """The page of a double elimination, drawn."""
    club = director.post("clubs/", name="Bracket Club")["id"]
    cup = {"name": "Bracket Cup", "lengths": [5], "format": "double_elimination"}
    number = director.post("tournaments/", club=club, **cup)["id"]
    for at in range(SIZE):
        player = director.post(f"clubs/{club}/players/", name=f"{NAMES[at % len(NAMES)]} {at}")["id"]
        director.post(f"tournaments/{number}/entries/", player=player)
    director.post(f"tournaments/{number}/draw/", seeding="random")
    fixtures = f"tournaments/{number}/fixtures/"
    until("the first matches", lambda: len(list(director.rows_of(fixtures))) >= SIZE // 2)
    return f"/tournaments/{number}/"


@pytest.fixture
def opened(browser: Browser, stack: Stack, event: str) -> Iterator[Callable[..., Page]]:
    """opened(LAPTOP): the page on such a screen."""
    contexts = []

    def open_one(size: dict, query: str = "") -> Page:
        context = browser.new_context(base_url=f"http://localhost:{stack.port}", **size)
        contexts.append(context)
        page = context.new_page()
        page.goto(event + query)
        return page

    yield open_one
    for context in contexts:
        context.close()


def overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_on_a_laptop_all_of_it_is_seen_and_references_show_their_match(opened: Callable[..., Page]) -> None:
    page = opened(LAPTOP)
    assert page.evaluate(CUT) == []
    assert max(page.evaluate(OFF)) < 1
    assert overflow(page) == 0
    bracket = page.locator(".bracket")
    assert bracket.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), "whole on 1280 pixels"
    pointed = page.locator("#WB-R1-M2.pointed")
    page.get_by_role("link", name="Loser of W2", exact=True).hover()
    pointed.wait_for()
    page.locator("h1").hover()
    page.get_by_role("link", name="Loser of W2", exact=True).focus()
    pointed.wait_for()
    # As if the first of all had a match further on.
    seats = page.locator(".seat[data-entry]")
    seats.last.evaluate(
        "(seat, entry) => { seat.dataset.entry = entry }", seats.first.get_attribute("data-entry")
    )
    seats.first.hover(force=True)
    assert page.locator(".seat.same").count() == 2
    page.locator("h1").hover()
    assert page.locator(".seat.same").count() == 0
    page.get_by_role("button", name="Fit to screen").click()
    assert page.locator(".canvas").evaluate("each => each.getBoundingClientRect().height <= innerHeight + 1")
    assert max(page.evaluate(OFF)) < 1


def test_on_a_phone_one_round_is_seen_at_a_time(opened: Callable[..., Page]) -> None:
    page = opened({**HANDSET, **HELD})

    def rounds() -> list[str]:
        seen = page.locator(".bracket .round h3 .whole")
        return [each.inner_text() for each in seen.all() if each.is_visible()]

    assert rounds() == ["Winners 1"]
    page.get_by_role("link", name="Winners 2 ›").click()
    assert rounds() == ["Winners 2"]
    page.locator(".round-tabs").get_by_role("link", name="Losers 1", exact=True).click()
    assert rounds() == ["Losers 1"]
    page.get_by_role("link", name="Loser of W1", exact=True).click()
    assert rounds() == ["Winners 1"]
    assert page.locator(".round-tabs .chosen").inner_text() == "Winners 1"
    assert page.evaluate(CUT) == []
    assert overflow(page) == 0


def test_on_paper_the_final_is_on_the_sheet_of_the_first_round(opened: Callable[..., Page]) -> None:
    page = opened({"viewport": SHEET})
    page.emulate_media(media="print")
    box = page.locator("section:has(> .bracket)").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) <= (SHEET["width"], SHEET["height"])
    assert box["height"] <= SHEET["height"]
    final = page.locator("#GF-R1-M1").bounding_box()
    assert final is not None
    assert final["x"] + final["width"] <= SHEET["width"]
    assert max(page.evaluate(OFF)) < 1
    assert page.evaluate(CUT) == []
