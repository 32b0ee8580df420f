"""The page of another site shows a bracket: as high as it is, live, with links that lead out of the frame."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from config.rest import Api

from .test_boards import complaints
from .test_watching import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.config.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A site of somebody else, with its folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *said: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", tmp_path
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def cup(director: Api) -> int:
    club = director.post("clubs/", name="Embedded Club")
    made: int = director.post("tournaments/", club=club["id"], name="Embedded Cup", lengths=[5])["id"]
    for name in NAMES:
        director.post(f"tournaments/{made}/entries/", player=director.post("players/", name=name)["id"])
    director.post(f"tournaments/{made}/draw/", seeding="random")
    return made


def height(page: Page) -> int:
    return int(page.evaluate("document.querySelector('iframe').clientHeight"))


def test_a_bracket_on_the_page_of_another_site(
    stack: Stack, browser: Browser, site: tuple[str, Path], cup: int, director: Api
) -> None:
    service = f"http://localhost:{stack.port}"
    context = browser.new_context(viewport={"width": 900, "height": 700}, locale="en-GB")
    try:
        page = context.new_page()
        wrong = complaints(page)
        page.goto(f"{service}/tournaments/{cup}/")
        snippet = page.input_value("#embed-bracket")
        here, folder = site
        folder.joinpath("index.html").write_text(f"<!doctype html><title>Club</title>{snippet}{snippet}")
        page.goto(here)
        frame = page.frame_locator("iframe >> nth=0")
        frame.locator("#R1-M1").wait_for()
        assert page.locator("iframe").count() == 2
        page.wait_for_function("document.querySelector('iframe').clientHeight !== 480")
        inner = frame.locator("html").evaluate("html => html.scrollHeight")
        assert abs(height(page) - inner) <= 2, "nothing of it is cut off, and it has no bar of its own"
        fixtures = director.get(f"tournaments/{cup}/fixtures/")["results"]
        first = next(row["match"]["id"] for row in fixtures if row["key"] == "R1-M1")
        director.post(f"matches/{first}/reports/", score={"one": 5, "two": 2})
        frame.locator("#R1-M1 .won").wait_for()
        with context.expect_page() as opened:
            frame.locator("#R1-M1 a.label").click()
        opened.value.wait_for_url(f"{service}/matches/{first}/")
        assert wrong == []
        # No other page can be shown so.
        folder.joinpath("stolen.html").write_text(f'<iframe src="{service}/tournaments/{cup}/"></iframe>')
        page.goto(f"{here}stolen.html")
        assert page.frames[1].locator("h1").count() == 0
    finally:
        context.close()
