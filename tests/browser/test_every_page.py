"""Every page by whoever it is for: nothing that axe-core faults, nothing wider than the screen.

`./run screenshots FOLDER` keeps all of them as pictures: on a phone and on a laptop, light and dark, in both
languages.
"""

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from config.rest import Api
from tests.config.stack import Stack
from tests.effort import few_of

from .every_page import (
    DIRECTOR,
    PLAYER,
    VIEWERS,
    VISITOR,
    keep_sessions,
    looked_at,
    page_address,
    play_evening,
)
from .phones import PASSWORD, PICTURES, TOO_WIDE, finding

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600 if PICTURES else 600)]

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
WIDTHS = (390, 1280)
# What is looked at by every test, and what is kept as pictures: width, colours, language. What everybody sees
# is looked at on a phone by visitors, and on a laptop by players; what a director sees on both. An ordinary
# run takes a third of it.
PHONE, LAPTOP = (390, "light", "en"), (1280, "dark", "ja")
LOOKS = {VISITOR: [PHONE], PLAYER: [LAPTOP], DIRECTOR: [PHONE, LAPTOP]}
if PICTURES:
    LOOKS = {viewer: [*product(WIDTHS, ("light", "dark"), LOCALES)] for viewer in VIEWERS}
RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
USERNAME = "mika-pages"
ONLY = os.environ.get("GOLDEN_PAGES", "").split()


@pytest.fixture(scope="module")
def evening(director: Api) -> dict[str, int]:
    director.post("logins/", login=USERNAME, password=PASSWORD)
    numbers = play_evening(director, USERNAME)
    own = Api(str(director.client.base_url), USERNAME, PASSWORD)
    numbers |= keep_sessions(own, (numbers["players"], numbers["against"]))
    own.close()
    return numbers


def logins(stack: Stack) -> dict[str, tuple[str, str]]:
    """The username and the password of each viewer who logs in."""
    director = json.loads(stack.layout.login_file.read_text())
    return {PLAYER: (USERNAME, PASSWORD), DIRECTOR: (director["login"], director["password"])}


@pytest.fixture(scope="module")
def open_as(browser: Browser, stack: Stack) -> Callable[..., BrowserContext]:
    """A window of a viewer: whoever logs in does once."""
    known = logins(stack)
    stored: dict[str, Any] = {}

    def open_window(viewer: str, width: int, colours: Any, language: str) -> BrowserContext:
        if viewer in known and viewer not in stored:
            page = browser.new_page(base_url=f"http://localhost:{stack.port}")
            page.goto("/login/")
            for name, value in zip(("username", "password"), known[viewer], strict=True):
                page.fill(f"main [name={name}]", value)
            with page.expect_navigation():
                page.click("main form:has([name=password]) button")
            stored[viewer] = page.context.storage_state()
            page.close()
        return browser.new_context(
            base_url=f"http://localhost:{stack.port}",
            storage_state=stored.get(viewer),
            viewport={"width": width, "height": 800},
            color_scheme=colours,
            locale=LOCALES[language],
            reduced_motion="reduce",
        )

    return open_window


def test_nobody_need_be_ashamed_of_a_page(
    evening: dict[str, int], open_as: Callable[..., BrowserContext], stack: Stack
) -> None:
    passwords = {who: password for who, (_name, password) in logins(stack).items()}
    faults = []
    for viewer in VIEWERS:
        faults += faults_seen(viewer, evening, open_as, passwords.get(viewer, ""))
    assert not faults, "\n".join(faults)


def faults_seen(
    viewer: str, evening: dict[str, int], open_as: Callable[..., BrowserContext], password: str
) -> list[str]:
    """What is wrong with the pages of a viewer."""
    faults = []
    names = [name for name, viewers in looked_at().items() if viewer in viewers]
    if ONLY:
        names = [name for name in names if name in ONLY]
    for width, colours, language in LOOKS[viewer]:
        window = open_as(viewer, width, colours, language)
        page = window.new_page()
        for name in names if PICTURES else few_of(names, 3 * len(LOOKS[viewer])):
            said = look(page, page_address(name, evening), language, password)
            faults += [f"{viewer}, {name}, {width}, {colours}, {language}: {each}" for each in said]
            if PICTURES:
                folder = Path(PICTURES, f"{width}-{colours}-{language}")
                folder.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=folder / f"{viewer}-{name}.png", full_page=True)
        window.close()
    return faults


def look(page: Any, address: str, language: str, password: str) -> list[str]:
    """What is wrong with the page at an address."""
    from axe_playwright_python.sync_playwright import Axe

    answer = page.goto(address)
    if "/reauthenticate/" in page.url:
        page.fill("main [name=password]", password)
        with page.expect_navigation() as led:
            page.click("main form:has([name=password]) button")
        answer = led.value
    if answer.status != 200 or page.url.partition("?")[0].endswith(("/login/", "/reauthenticate/")):
        return [f"{answer.status} at {page.url}"]
    said = [finding(each).strip() for each in Axe().run(page, options=RULES).response["violations"]]
    if page.evaluate(TOO_WIDE) > 0:
        said.append("wider than the screen")
    if page.get_attribute("html", "lang") != language:
        said.append("in another language")
    return said
