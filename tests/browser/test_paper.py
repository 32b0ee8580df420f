"""What is printed: as many sheets as it takes, and nothing that stands beyond one."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from config.rest import Api
from tests.config.stack import Stack, until

pytestmark = pytest.mark.long

SIZE, MATCHES = 33, 16
"""How many are entered, and how many matches can be played before any is decided."""

NAMES = ("Li", "Anneliese Vandenbroucke", "Maximiliane Freifrau von Hohenstein-Ottersleben", "佐々木 美智子")
# Whatever holds less than stands in it.
CUT = """() => [...document.querySelectorAll(".sheet, .block, .round li, .seat, .slip, .cards article")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map((each) => `${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""


@pytest.fixture(scope="module")
def desk(director: Api) -> str:
    """The desk of a double elimination of 33, drawn."""
    club = director.post("clubs/", name="Paper Club")["id"]
    cup = {"name": "Paper Cup", "lengths": [5], "format": "double_elimination"}
    number = director.post("tournaments/", club=club, **cup)["id"]
    for at in range(SIZE):
        name = f"{NAMES[at % len(NAMES)]} {at}"
        player = director.post(f"clubs/{club}/players/", name=name)["id"]
        director.post(f"tournaments/{number}/entries/", player=player)
    director.post(f"tournaments/{number}/draw/", seeding="random")
    fixtures = f"tournaments/{number}/fixtures/"
    until("the first matches", lambda: len(list(director.rows_of(fixtures))) >= MATCHES)
    return f"/tournaments/{number}/desk/print/"


@pytest.fixture
def page(browser: Browser, stack: Stack) -> Iterator[Page]:
    """A laptop's window in which the director has logged in."""
    known = json.loads(stack.layout.login_file.read_text())
    page = browser.new_page(base_url=f"http://localhost:{stack.port}", color_scheme="dark")
    page.goto("/login/")
    page.fill("main [name=username]", known["login"])
    page.fill("main [name=password]", known["password"])
    with page.expect_navigation():
        page.click("main form:has([name=password]) button")
    page.emulate_media(media="print")
    yield page
    page.context.close()


def printed(page: Page, address: str) -> list[tuple[int, int]]:
    """The sheets of paper that an address comes to, each by its measures in points."""
    page.goto(address)
    # Chromium writes the pages of a PDF in the open.
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(prefer_css_page_size=True))
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.parametrize(("paper", "short", "long"), [("a4", 595, 842), ("letter", 612, 792)])
def test_sheets_are_as_many_as_they_have_to_be(
    page: Page, desk: str, paper: str, short: int, long: int
) -> None:
    upright, across = (short, long), (long, short)
    for address, sheets in {
        "slips/?": [upright] * -(-MATCHES // 4),
        "slips/?per_page=6": [upright] * -(-MATCHES // 6),
        "slips/?round=blank&per_page=2": [upright],
        "scoresheets/?": [upright] * -(-MATCHES // 2),
        "scoresheets/?per_page=4": [upright] * -(-MATCHES // 4),
        "scoresheets/?round=blank&per_page=4": [upright],
        "wall/?": [across] * 4,
        "wall/?scale=small": [across] * 2,
        "cards/?": [upright] * -(-SIZE // 8),
    }.items():
        assert printed(page, f"{desk}{address}&paper={paper}") == sheets, address
        assert page.evaluate(CUT) == [], address


def test_lists_repeat_their_heads_and_keep_rows_whole(page: Page, desk: str) -> None:
    for name in ("pairings/?order=name", "standings/", "entries/"):
        assert len(printed(page, f"{desk}{name}")) > 1
        styles = page.evaluate(
            """() => [getComputedStyle(document.querySelector("thead")).display,
                getComputedStyle(document.querySelector("tbody tr")).breakInside,
                getComputedStyle(document.body).backgroundColor]"""
        )
        assert styles == ["table-header-group", "avoid", "rgb(255, 255, 255)"]


def test_any_page_is_printed_without_its_frame(page: Page, desk: str) -> None:
    page.goto(desk.removesuffix("desk/print/"))
    hidden = [page.locator(each).first for each in (".bar", "body > footer", ".thumb-menu", ".buttons")]
    assert [each.is_visible() for each in hidden] == [False] * 4
    # All rounds stand beside each other, and none beyond the paper.
    rounds = page.locator(".round")
    assert all(rounds.nth(at).is_visible() for at in range(rounds.count()))
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
