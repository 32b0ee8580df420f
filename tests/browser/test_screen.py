"""A screen on a wall: it turns by itself, follows what is played, and survives the service."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from config.rest import Api
from tests.config.stack import Stack, until
from tournaments.clubs.rules.colours import colour_of
from tournaments.clubs.rules.shades import wall_shades

from .every_page import give_logo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]

NAMES = ("Ada Wall", "Bo Wall", "Cy Wall", "Di Wall")


@pytest.fixture
def cup(request: pytest.FixtureRequest, director: Api) -> dict[str, Any]:
    club = director.post("clubs/", name=f"Club of {request.node.name}"[:60])
    cup = director.post("tournaments/", club=club["id"], name="Wall Cup", lengths=[5])
    for name in NAMES:
        player = director.post("players/", name=f"{name} {club['id']}")
        director.post(f"tournaments/{cup['id']}/entries/", player=player["id"])
    director.post(f"tournaments/{cup['id']}/draw/", seeding="random")
    return dict(cup)


@pytest.fixture
def side(cup: dict[str, Any], director: Api) -> dict[str, Any]:
    """Another event of the same evening."""
    side = director.post("tournaments/", club=cup["club"]["id"], name="Consolation of the Wall", lengths=[3])
    for name in ("Ed Side", "Flo Side"):
        player = director.post("players/", name=f"{name} {cup['id']}")
        director.post(f"tournaments/{side['id']}/entries/", player=player["id"])
    director.post(f"tournaments/{side['id']}/draw/", seeding="random")
    return dict(side)


@pytest.fixture
def screen(browser: Browser, stack: Stack, cup: dict[str, Any]) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="en")
    until("the matches are set up", lambda: len(views_of(page, stack, cup)) >= 3)
    yield page
    page.close()


def views_of(page: Page, stack: Stack, cup: dict[str, Any], view: str = "") -> list[str]:
    page.goto(f"http://localhost:{stack.port}/tournaments/{cup['id']}/screen/{view}")
    found: list[str] = page.eval_on_selector_all(".view", "views => views.map((view) => view.id)")
    return found


def seen(page: Page) -> list[str]:
    """The views that are to be seen: one at a time."""
    found: list[str] = page.eval_on_selector_all(
        ".view", "views => views.filter((view) => view.checkVisibility()).map((view) => view.id)"
    )
    return found


def report(director: Api, cup: dict[str, Any], key: str) -> str:
    """Report a match for the first of its sides, whose name is returned."""
    fixtures = director.get(f"tournaments/{cup['id']}/fixtures/")["results"]
    match = next(row["match"]["id"] for row in fixtures if row["key"] == key)
    director.post(f"matches/{match}/reports/", score={"one": 5, "two": 2})
    name: str = director.get(f"matches/{match}/")["one"]["name"]
    return name


def test_views_come_one_after_another(screen: Page, stack: Stack, cup: dict[str, Any]) -> None:
    views = views_of(screen, stack, cup)
    assert seen(screen) == [views[0]]
    screen.keyboard.press("ArrowRight")
    assert seen(screen) == [views[1]]
    for _ in range(2):
        screen.keyboard.press("ArrowLeft")
    assert seen(screen) == [views[-1]], "round and round"
    assert screen.locator(".dots .on").count() == 1
    screen.clock.install()
    views_of(screen, stack, cup)
    screen.clock.run_for(21_000)
    assert seen(screen) == [views[1]], "by itself"
    views_of(screen, stack, cup, f"#{views[-1]}")
    screen.reload()
    screen.clock.run_for(60_000)
    assert seen(screen) == [views[-1]], "an address of a view stays there"


def test_it_shows_what_is_played_while_the_service_is_killed(
    screen: Page, stack: Stack, director: Api, cup: dict[str, Any]
) -> None:
    winner = report(director, cup, "R1-M1")
    screen.locator("#results-1 .won", has_text=winner).wait_for(state="attached")
    for key in ("R1-M2", "R2-M1"):
        killed = stack.pids()["web"]
        os.kill(killed, signal.SIGKILL)
        assert len(seen(screen)) == 1, "never blank"
        until("another web process", lambda gone=killed: stack.pids().get("web", gone) != gone)
        until("it answers", stack.healthy)
        winner = report(director, cup, key)
        screen.locator("#results-1 .won", has_text=winner).first.wait_for(state="attached", timeout=60_000)
    screen.locator("#winner-1 .champion", has_text=winner).wait_for(state="attached", timeout=60_000)
    assert len(seen(screen)) == 1
    assert screen.evaluate("document.body.dataset.live") == "on"


def test_a_club_shows_its_events_together(
    screen: Page, stack: Stack, director: Api, cup: dict[str, Any], side: dict[str, Any]
) -> None:
    screen.goto(f"http://localhost:{stack.port}/clubs/{cup['club']['id']}/screen/")
    screen.locator("#tables-1 p", has_text="Flo Side").wait_for(state="attached", timeout=30_000)
    assert len(seen(screen)) == 1
    fixtures = director.get(f"tournaments/{side['id']}/fixtures/")["results"]
    director.post(f"matches/{fixtures[0]['match']['id']}/reports/", score={"one": 3, "two": 2})
    screen.locator(f"#winner-{side['id']}-1").wait_for(state="attached", timeout=30_000)
    screen.locator("#results-1 small", has_text=side["name"]).wait_for(state="attached", timeout=30_000)
    assert len(seen(screen)) == 1


def test_a_club_is_in_its_colour_and_with_its_logo(
    screen: Page, stack: Stack, director: Api, cup: dict[str, Any]
) -> None:
    club, colour = cup["club"]["id"], "#c02040"
    give_logo(director, club)
    director.patch(f"clubs/{club}/", colour=colour)
    for address in (f"clubs/{club}", f"tournaments/{cup['id']}"):
        screen.goto(f"http://localhost:{stack.port}/{address}/screen/")
        bar = colour_of(wall_shades(colour)["bar"])
        head = screen.locator("header")
        shown = head.evaluate("head => getComputedStyle(head).backgroundColor")
        assert shown == f"rgb({bar.red}, {bar.green}, {bar.blue})"
        logo = screen.locator("header .logo")
        whole, fit, box = logo.evaluate(
            "async (logo) => { await logo.decode(); const box = logo.getBoundingClientRect();"
            " return [logo.naturalWidth / logo.naturalHeight, getComputedStyle(logo).objectFit, box.width]; }"
        )
        assert (round(whole, 2), fit) == (3.33, "contain"), "of its own shape"
        assert 50 < box <= 320, "no wider than the head has room for"


def test_the_clocks_of_a_recorded_match_go_on(
    screen: Page, stack: Stack, director: Api, cup: dict[str, Any]
) -> None:
    """They appear on a screen that is on, run by themselves, and change sides with the turn."""
    views_of(screen, stack, cup, "#tables-1")
    fixtures = director.get(f"tournaments/{cup['id']}/fixtures/")["results"]
    match = next(row["match"]["id"] for row in fixtures if row["key"] == "R1-M1")
    boxes = [screen.locator(f'.left[data-match="{match}"][data-side="{side}"]') for side in (0, 1)]
    assert [box.is_visible() for box in boxes] == [False, False]
    director.post(f"matches/{match}/recording/", timed=True)

    def act(after: int, *acts: tuple[str, list[int]], ago: int = 0) -> None:
        made = [
            {"key": f"{action}-{numbers}", "action": action, "numbers": numbers, "ago": ago}
            for action, numbers in acts
        ]
        director.post(f"matches/{match}/recording/acts/", after=after, acts=made)

    act(0, ("open", [3, 1]), ("play", [8, 5, 6, 5]), ago=100_000)
    boxes[1].and_(screen.locator(".runs")).wait_for(timeout=20_000)
    assert boxes[0].text_content() == "10:00"
    before = boxes[1].text_content()
    screen.wait_for_function(
        "([match, before]) => before !== document.querySelector("
        "`.left.runs[data-match='${match}']`).textContent",
        arg=[match, before],
    )
    act(2, ("roll", [6, 4]), ("play", [24, 14]))
    boxes[0].and_(screen.locator(".runs")).wait_for(timeout=20_000)
    assert "runs" not in (boxes[1].get_attribute("class") or "").split()
