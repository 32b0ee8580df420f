"""The page of an event of every format, of 8 to 256 entries, half played and over, on screens and paper.

Every name and number is whole, nothing over an edge, no text on another, and axe knows no fault of it. With
GOLDEN_SCREENSHOTS all are looked at and kept as pictures; GOLDEN_EVENTS names some: "swiss", "lives-64-half".
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.effort import few_of
from tests.factories import UserFactory
from tournaments.events.models import Tournament

from .faults import faults_on_paper, faults_on_screen
from .phones import HELD, PICTURES, RULES, finding
from .played_events import PlayedCase, play_event, played_cases

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.timeout(7200 if PICTURES else 900)]

ONLY = os.environ.get("GOLDEN_EVENTS", "").split()
HOST = "http://golden.example"
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
SCREENS: dict[int, dict[str, Any]] = {
    390: {"viewport": {"width": 390, "height": 844}, **HELD, "device_scale_factor": 1},
    1280: {"viewport": {"width": 1280, "height": 1000}},
    1920: {"viewport": {"width": 1920, "height": 1200}},
}
MOST_ON_PAPER = 16
"""What is larger is printed on sheets of its own (tests.browser.test_paper)."""

LOOKS = [*product(("light", "dark"), LOCALES)]
"""Colours and languages, of which every screen of an event has its own."""


@dataclass
class UnservedPages:
    """Pages without a server between, as a screen asks for them: what a test has written is not committed."""

    browser: Browser
    reader: Client = field(default_factory=Client)
    shown: dict[str, HttpResponse] = field(default_factory=dict)

    def open(self, address: str, width: int, colours: Any, language: str) -> Page:
        context = self.browser.new_context(
            base_url=HOST,
            color_scheme=colours,
            locale=LOCALES[language],
            reduced_motion="reduce",
            **SCREENS[width],
        )
        # Playwright answers by another greenlet, which has no part in this one's transaction.
        self.shown = {address: self.reader.get(address, headers={"accept-language": language})}
        context.route("**/*", self.answer)
        page = context.new_page()
        found = page.goto(address)
        assert found is not None
        assert found.status == 200, f"{found.status} at {address}"
        return page

    def answer(self, route: Route) -> None:
        address = route.request.url.removeprefix(HOST)
        is_shown = address in self.shown and "hx-request" not in route.request.headers
        if not address.startswith("/static/") and not is_shown:
            route.fulfill(status=204)
            return
        response = self.shown.get(address) or self.reader.get(address)
        body = b"".join(response)
        route.fulfill(status=response.status_code, headers=dict(response.headers), body=body)


@pytest.fixture
def pages(browser: Browser) -> UnservedPages:
    return UnservedPages(browser)


def test_every_event_is_whole_on_every_screen(pages: UnservedPages) -> None:
    director = UserFactory(is_staff=True)
    every = list(played_cases())
    assert {*ONLY} <= {name for case in every for name in (str(case), case.name)}, "GOLDEN_EVENTS names none"
    named = [case for case in every if str(case) in ONLY or case.name in ONLY]
    chosen = named or (every if PICTURES else few_of(every, len(every)))
    faults = []
    for case in chosen:
        address, followed = addresses_of(play_event(case, director))
        at = every.index(case)
        for number, look in enumerate(looks_at(at)):
            page = pages.open(followed if number == at % len(SCREENS) else address, *look)
            said = look_at_event(page, case, look)
            faults += [f"{case}, {', '.join(map(str, look))}: {each}" for each in said]
            page.context.close()
    assert not faults, "\n".join(faults)


def addresses_of(event: Tournament) -> tuple[str, str]:
    """Its page, and the same with the way of a player marked, who has been in it for long."""
    address, last = f"/tournaments/{event.pk}/", event.fixtures.order_by("pk").last()
    assert last is not None
    return address, f"{address}?player={last.one.player_id}"


def looks_at(at: int) -> list[tuple[int, str, str]]:
    """Every screen, each in other colours or another language; one case after the other has others."""
    return [(width, *LOOKS[(at + turn) % len(LOOKS)]) for turn, width in enumerate(SCREENS)]


def look_at_event(page: Page, case: PlayedCase, look: tuple[int, str, str]) -> list[str]:
    """What is wrong with the page of an event on one screen, and on paper."""
    from axe_playwright_python.sync_playwright import Axe

    said = faults_on_screen(page)
    violations = Axe().run(page, options=RULES[look[-1]]).response["violations"]
    said += [finding(each).strip() for each in violations]
    if PICTURES:
        keep(page, case, look)
    return said + (faults_on_paper(page) if case.size <= MOST_ON_PAPER else [])


def keep(page: Page, case: PlayedCase, look: tuple[int, str, str]) -> None:
    """Pictures of what is seen first, of what is played, and of brackets as they are made to fit."""
    name = "-".join(map(str, (case, *look)))
    folder = Path(str(PICTURES), case.name)
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}-1-first.png")
    way = page.locator("ol.way")
    if way.count():
        way.evaluate("each => each.scrollIntoView({ block: 'center' })")
        page.screenshot(path=folder / f"{name}-4-way.png")
    page.evaluate("document.querySelector('section:has(> .bracket, > .pairings)').scrollIntoView()")
    page.screenshot(path=folder / f"{name}-2-played.png")
    fitting = page.locator("[data-zoom=fit]").first
    if fitting.count() and fitting.is_visible():
        fitting.click()
        page.locator(".bracket").first.evaluate("each => each.scrollIntoView()")
        page.screenshot(path=folder / f"{name}-3-fit.png")
    page.evaluate("scrollTo(0, 0)")
