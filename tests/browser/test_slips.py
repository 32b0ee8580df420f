"""A slip from the printer to the result: its code read from the paper, opened on a phone, reported."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from config.rest import Api
from tests.browser.phones import SMALL, Phone
from tests.config.stack import Stack, until
from tests.matches.mails.letterbox import Letterbox

pytestmark = pytest.mark.long

MATCHES = 6
# As a cheap printer prints: a camera sees more.
DOTS_PER_INCH = 150


@pytest.fixture(scope="module")
def cup(director: Api) -> int:
    """A knockout of twelve, drawn, with names of two scripts."""
    club = director.post("clubs/", name="Slip Club")["id"]
    terms = {"name": "Slip Cup", "lengths": [5], "format": "double_elimination"}
    number = int(director.post("tournaments/", club=club, **terms)["id"])
    for at in range(2 * MATCHES):
        player = director.post(f"clubs/{club}/players/", name=f"{('Ann', '美智子')[at % 2]} {at}")["id"]
        director.post(f"tournaments/{number}/entries/", player=player)
    director.post(f"tournaments/{number}/draw/", seeding="random")
    fixtures = f"tournaments/{number}/fixtures/"
    until("the first matches", lambda: len(list(director.rows_of(fixtures))) >= 4)
    return number


@pytest.fixture
def laptop(browser: Browser, stack: Stack) -> Iterator[Page]:
    """A window in which the director has logged in."""
    known = json.loads(stack.layout.login_file.read_text())
    page = browser.new_page(base_url=f"http://localhost:{stack.port}")
    page.goto("/login/")
    page.fill("main [name=username]", known["login"])
    page.fill("main [name=password]", known["password"])
    with page.expect_navigation():
        page.click("main form:has([name=password]) button")
    yield page
    page.context.close()


def codes_on(paper: bytes, folder: Path) -> list[str]:
    """What the codes on a document say, page by page, as a camera reads them."""
    for program, package in (("pdftoppm", "poppler-utils"), ("zbarimg", "zbar-tools")):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine (Debian: apt-get install {package})")
    file = folder / "slips.pdf"
    file.write_bytes(paper)
    subprocess.run(["pdftoppm", "-gray", "-r", str(DOTS_PER_INCH), "-png", file, folder / "page"], check=True)
    pictures = sorted(folder.glob("page*.png"))
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", *pictures],
        check=True,
        capture_output=True,
        text=True,
    )
    return read.stdout.split()


@pytest.mark.parametrize("per_page", ["2", "4", "6"])
@pytest.mark.parametrize("made_by", ["typst", "browser"])
def test_every_code_is_read_from_the_paper(
    laptop: Page, stack: Stack, cup: int, tmp_path: Path, made_by: str, per_page: str
) -> None:
    address = f"/tournaments/{cup}/desk/print/slips"
    if made_by == "browser":
        laptop.goto(f"{address}/?per_page={per_page}")
        paper = laptop.pdf(prefer_css_page_size=True)
        slips = laptop.locator("article.slip").count()
    else:
        if find_spec("typst") is None:
            pytest.skip("typst is not installed: the group pdf")
        answer = laptop.request.get(f"{address}.pdf?per_page={per_page}")
        assert answer.headers["content-type"] == "application/pdf"
        paper = answer.body()
        laptop.goto(f"{address}/?per_page={per_page}")
        slips = laptop.locator("article.slip").count()
    codes = codes_on(paper, tmp_path)
    assert len(codes) == len(set(codes)) == slips
    assert all(code.startswith(f"http://localhost:{stack.port}/slips/") for code in codes)


@pytest.mark.parametrize(("language", "scripted"), [("en", True), ("ja", False)])
def test_a_phone_reports_by_the_code(
    browser: Browser,
    stack: Stack,
    box: Letterbox,
    director: Api,
    laptop: Page,
    cup: int,
    tmp_path: Path,
    language: str,
    scripted: bool,
) -> None:
    laptop.goto(f"/tournaments/{cup}/desk/print/slips/")
    first, second, *_others = codes_on(laptop.pdf(prefer_css_page_size=True), tmp_path)
    phone = Phone.start(browser, stack.url, box, language, {**SMALL, "java_script_enabled": scripted})
    path = urlsplit(first).path
    phone.open(path)
    if scripted:
        phone.look("slip")
    assert phone.page.get_attribute("html", "lang") == language
    label = phone.page.locator("h1").inner_text().split()[0]
    phone.tap_score(winner=1, loser=3)
    phone.press("form.pad button")
    assert urlsplit(phone.page.url).path == path
    assert "3–5" in phone.page.locator("main").inner_text()
    # Used; the other is not.
    phone.open(path)
    if scripted:
        phone.look("slip-used")
    assert phone.page.locator("form.pad").count() == 0
    phone.open(urlsplit(second).path)
    assert phone.page.locator("form.pad").count() == 1
    match = next(
        each["match"]["id"]
        for each in director.rows_of(f"tournaments/{cup}/fixtures/")
        if each["label"] == label
    )
    (report,) = director.rows_of(f"matches/{match}/reports/")
    assert (report["means"], report["side"], report["reported_by"]) == ("slip", "two", None)
    assert report["score"] == {"one": 3, "two": 5}
    phone.page.context.close()
