"""A transcript is stepped through in a browser, and the board is where the engine says it is.

REPLAY_FOLDERS names folders of transcripts (with the system's separator) that are all replayed as well.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import engine
from config.rest import Api
from engine.drawing import describe_diagram, diagram_of_moment
from tests.config.stack import Stack, until
from tests.conftest import DATA

from .phones import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDERS = [Path(name) for name in os.environ.get("REPLAY_FOLDERS", "").split(os.pathsep) if name]
pytestmark = [pytest.mark.long, pytest.mark.timeout(240 if not FOLDERS else 7200)]

FILES = [
    DATA / "clubnight" / "std_05p_0000.mat",
    DATA / "clubnight" / "illegal_05p_blocked.mat",
    DATA / "engine" / "gnubg" / "std_01p_0000.mat",
]


def reported(director: Api, path: Path, names: tuple[str, str]) -> tuple[int, engine.MatchRecord] | None:
    """The number of a report with this transcript, of a match of its own; None of what is no match."""
    content = path.read_bytes()
    try:
        record = engine.read(content)
    except engine.Unreadable:
        return None
    if record.length % 2 == 0 or not record.games:
        return None
    one, two = (director.post("players/", name=name)["id"] for name in names)
    match = director.post("matches/", one=one, two=two, length=record.length, variant=record.variant)
    called = {"one": record.players[0], "two": record.players[1]}
    address = f"matches/{match['id']}/reports/"
    text = content.decode(errors="replace")
    if not all(record.players):
        return None
    sent = director.post(address, transcript=text, names=called)["id"]
    until("the referee has judged it", lambda: director.get(f"reports/{sent}/")["state"] != "pending")
    return sent, engine.read(text.encode())


def label(page: Page) -> str:
    """What the board says; nothing where the checkers cannot be followed."""
    board = page.locator("#moment .board")
    return (board.get_attribute("aria-label") or "") if board.count() else ""


def words(match: engine.MatchMoments, game: Any, place: int, names: tuple[str, str]) -> str:
    diagram = diagram_of_moment(match, game, game.moments[place - 1])
    return "" if diagram is None else str(describe_diagram(diagram, names))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_turn_is_where_the_engine_has_it(
    director: Api, new_phone: Callable[[str], Phone], path: Path
) -> None:
    phone = new_phone("en")
    found = reported(director, path, (f"Ann {path.stem}", f"Bo {path.stem}"))
    assert found is not None
    report, record = found
    replay = director.get(f"reports/{report}/")
    names = (f"Ann {path.stem}", f"Bo {path.stem}") if replay["state"] == "accepted" else record.players
    match = engine.match_moments(record)
    page = phone.page
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    phone.open(f"/reports/{report}/replay/")
    for number, game in enumerate(match.games[:2], 1):
        assert label(page) == words(match, game, 1, names)
        for place in range(2, min(len(game.moments), 25) + 1):
            page.keyboard.press("ArrowRight")
            page.wait_for_url(f"**/replay/?game={number}&move={place}&bottom=one")
            assert label(page) == words(match, game, place, names)
        page.keyboard.press("End")
        page.wait_for_url(f"**/replay/?game={number}&move={len(game.moments)}&bottom=one")
        assert label(page) == words(match, game, len(game.moments), names)
        page.reload()
        assert label(page) == words(match, game, len(game.moments), names), "the address leads there"
        if number < min(2, len(match.games)):
            page.keyboard.press("ArrowRight")
            page.wait_for_url(f"**/replay/?game={number + 1}&move=1&bottom=one")
    page.keyboard.press("Home")
    page.wait_for_url("**&move=1&bottom=one")
    page.get_by_role("button", name="Play on by itself").click()
    page.wait_for_url("**&move=2&bottom=one")
    page.get_by_role("button", name="Play on by itself").click()
    page.get_by_role("link", name="Turn the board").click()
    page.wait_for_url("**&bottom=two")
    assert label(page).index(names[1]) < label(page).index(names[0])
    assert faults == []
    page.context.close()


def test_without_a_script_each_step_is_a_link(director: Api, stack: Stack, browser: Browser) -> None:
    found = reported(director, FILES[0], ("Cy Plain", "Di Plain"))
    assert found is not None
    report, record = found
    match = engine.match_moments(record)
    context = browser.new_context(java_script_enabled=False, base_url=f"http://localhost:{stack.port}")
    page = context.new_page()
    page.goto(f"/reports/{report}/replay/")
    for place in (2, 3, 4):
        page.locator('.steps [rel="next"]').click()
        assert label(page) == words(match, match.games[0], place, ("Cy Plain", "Di Plain"))
    page.locator('.turns [data-move="7"]').click()
    assert label(page) == words(match, match.games[0], 7, ("Cy Plain", "Di Plain"))
    context.close()


@pytest.mark.skipif(not FOLDERS, reason="REPLAY_FOLDERS names none")
def test_all_transcripts_end_where_the_engine_has_them(director: Api, stack: Stack, browser: Browser) -> None:
    page = browser.new_page(base_url=f"http://localhost:{stack.port}")
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    replayed = moments = 0
    left_out: list[str] = []
    paths = sorted(
        path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in (".mat", ".txt")
    )
    for number, path in enumerate(paths):
        names = (f"One {number}", f"Two {number}")
        found = reported(director, path, names)
        if found is None:
            left_out.append(path.name)
            continue
        report, record = found
        if director.get(f"reports/{report}/")["state"] != "accepted":
            names = record.players
        match = engine.match_moments(record)
        for place, game in enumerate(match.games, 1):
            page.goto(f"/reports/{report}/replay/?game={place}")
            page.keyboard.press("End")
            page.wait_for_url(f"**/replay/?game={place}&move={len(game.moments)}&bottom=one")
            if expected := words(match, game, len(game.moments), names):
                assert label(page) == expected, (path, place)
            moments += len(game.moments)
        replayed += 1
    print(
        f"{replayed} transcripts, {moments} moments replayed; left out, as no match of odd length: {left_out}"
    )
    assert faults == []
