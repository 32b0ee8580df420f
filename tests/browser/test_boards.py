"""Somebody pastes an identifier and sees its board; pictures of boards stand alone and on pages of others."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.config.stack import Stack
from tests.matches.boards.ids import DOUBLED, MONEY, OPENING, OPENING_GNU, RESIGNED

from .phones import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

pytestmark = pytest.mark.long

WORDS = {
    "en": "White at the bottom: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go.",
    "ja": "下側の白：24に2枚、13に5枚、8に3枚、6に5枚、残り167ピップです。",
}
QUERY = f"id={OPENING.replace('=', '%3D')}&play=8/5+6/5"
FILL = "(ink) => getComputedStyle(document.querySelector(`.board-${ink}`)).fill"


def complaints(page: Page) -> list[str]:
    """What the browser has to complain of from here on, such as that a policy forbids a style."""
    found: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # That an answer is 422 it says too, and that is as it should be.
        if message.type in ("error", "warning") and "422" not in message.text:
            found.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_a_pasted_identifier_is_drawn(phone: Phone) -> None:
    page = phone.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    wrong = complaints(page)
    phone.open("/")
    page.locator("body > footer a[href='/board/']").click()
    phone.fill(id=f"  {OPENING} ")
    phone.press()
    board = page.get_by_role("img", name=WORDS[phone.language])
    assert board.count() == 1
    box = board.bounding_box()
    assert box is not None
    assert box["width"] > 300, "as wide as the phone"
    phone.look("board")
    page.locator("[data-copies=id-gnubg]").click()
    assert page.evaluate("navigator.clipboard.readText()") == OPENING_GNU
    phone.fill(id="nonsense")
    page.locator("main form button").first.click()
    page.locator("#id_id_error").wait_for()
    assert page.get_by_role("img", name=WORDS[phone.language]).count() == 0
    assert page.input_value("#id_id") == "nonsense"
    phone.look("board-refused")
    assert wrong == []


@pytest.fixture
def window(browser: Browser, stack: Stack) -> Iterator[Page]:
    page = browser.new_page(base_url=f"http://localhost:{stack.port}")
    yield page
    page.context.close()


def test_a_page_has_the_colours_of_what_it_is_looked_at_on(window: Page) -> None:
    seen = {}
    for scheme, media in (("light", "screen"), ("dark", "screen"), ("light", "print")):
        window.emulate_media(color_scheme=scheme, media=media)
        window.goto(f"/board/?{QUERY}")
        seen[scheme, media] = [window.evaluate(FILL, ink) for ink in ("field", "light", "dark")]
    assert seen["light", "screen"][0] == "rgb(56, 111, 89)"
    assert seen["dark", "screen"][0] != seen["light", "screen"][0]
    assert seen["light", "print"] == ["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_a_picture_that_is_opened_by_itself_has_its_colours(window: Page) -> None:
    """Under the policy of what programs are answered: nothing is loaded, and no style is needed."""
    wrong = complaints(window)
    window.goto(f"/api/v1/boards/picture.svg?{QUERY}")
    assert window.evaluate(FILL, "field") == "rgb(56, 111, 89)"
    assert window.evaluate(FILL, "arrow-halo") == "none"
    assert wrong == []


@pytest.mark.parametrize("identifier", [OPENING, DOUBLED, MONEY, RESIGNED])
def test_a_png_shows_what_the_svg_shows(window: Page, identifier: str) -> None:
    """But for letters, which are those of the browser, and for edges, which are drawn more or less soft."""
    query = urlencode({"id": identifier} | ({"play": "8/5 6/5"} if identifier == OPENING else {}))
    png = window.request.get(f"/api/v1/boards/picture.png?{query}").body()
    drawn = Image.open(BytesIO(png)).convert("RGB")
    window.set_viewport_size({"width": drawn.width, "height": drawn.height})
    window.goto(f"/api/v1/boards/picture.svg?{query}")
    shown = Image.open(BytesIO(window.screenshot())).convert("RGB")
    assert shown.size == drawn.size
    apart = ImageChops.difference(shown, drawn).convert("L").point(lambda value: 255 * (value > 60))
    assert apart.histogram()[255] / (drawn.width * drawn.height) < 0.02
    # What is missing, or lies elsewhere, is more than a line thick.
    assert apart.filter(ImageFilter.MinFilter(7)).getbbox() is None


class OtherSite(BaseHTTPRequestHandler):
    """A page of another site, which lets nothing be embedded that has not said that it may be."""

    picture = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        page = f'<!doctype html><link rel="icon" href="data:,"><img src="{self.picture}" alt="">'
        self.wfile.write(page.encode())

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_page_of_another_site_shows_it(window: Page, stack: Stack, kind: str) -> None:
    address = f"http://localhost:{stack.port}/api/v1/boards/picture.{kind}?{QUERY}"
    site = type("Site", (OtherSite,), {"picture": address.replace("&", "&amp;")})
    with ThreadingHTTPServer(("127.0.0.1", 0), site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        wrong = complaints(window)
        window.goto(f"http://127.0.0.1:{server.server_port}/")
        shown = window.evaluate(
            "document.images[0].decode().then(() => document.images[0].naturalWidth, () => 0)"
        )
        server.shutdown()
    assert wrong == []
    assert shown > 100
