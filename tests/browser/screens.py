"""Several people before their screens at once, whose clicks and keystrokes are counted, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils import translation

from tests.config.stack import until
from tests.matches.mails.letterbox import Letterbox

from .phones import HELD, PASSWORD, Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Request

LAPTOP: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 800}}
HANDSET: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}, **HELD}
PASTING = 2
"""Keys pressed to paste: Ctrl and V."""


@dataclass
class Step:
    """What somebody did to one end. loads: how many pages were loaded for it."""

    name: str
    who: str
    clicks: int = 0
    keys: int = 0
    loads: int = 0


@dataclass
class Screen(Phone):
    """A screen whose owner finds things by their words, as they are in that language."""

    who: str = ""
    doing: Step = field(default_factory=lambda: Step("", ""))

    def __post_init__(self) -> None:
        self.page.on("request", self._count_load)

    def _count_load(self, request: Request) -> None:
        if request.is_navigation_request() and request.redirected_from is None:
            self.doing.loads += 1

    def word(self, words: str, context: str | None = None, **places: object) -> str:
        """Words of ours as they stand on the page."""
        with translation.override(self.language):
            found = translation.pgettext(context, words) if context else translation.gettext(words)
        return found % places if places else found

    def find(self, words: str, context: str | None = None, within: str = "main", **places: object) -> Locator:
        """The link or button that says so and nothing else."""
        said = re.compile(f"^\\s*{re.escape(self.word(words, context, **places))}\\s*$")
        place = self.page.locator(within)
        return place.get_by_role("link", name=said).or_(place.get_by_role("button", name=said)).first

    def open_until(self, path: str, there: str) -> None:
        """Open a page again and again until something is on it: what a worker makes first."""

        def is_there() -> bool:
            self.open(path)
            return self.page.locator(there).count() > 0

        until(f"{there} on {path}", is_there)

    # -- What is counted

    def click(self, what: str | Locator, *, leads: bool = True) -> None:
        """leads: whether another page is loaded, which is waited for."""
        found = self.page.locator(what).first if isinstance(what, str) else what
        self.doing.clicks += 1
        if not leads:
            found.click()
            return
        with self.page.expect_navigation():
            found.click()

    def type(self, text: str) -> None:
        """Into what has the focus, or is given it as the page opens."""
        self.page.locator("main :focus").wait_for()
        self.doing.keys += len(text)
        self.page.keyboard.type(text)

    def type_at_once(self, text: str) -> None:
        """Before anything has been given the focus."""
        self.page.evaluate("document.activeElement.blur()")
        self.doing.keys += len(text)
        self.page.keyboard.type(text)

    def key(self, name: str) -> None:
        self.doing.keys += 1
        self.page.keyboard.press(name)

    def write(self, field: str, text: str, within: str = "main") -> None:
        """Click on a field and type into it."""
        self.click(f"{within} [name={field}]", leads=False)
        self.type(text)

    def enter_name(self, name: str) -> None:
        """Choose a name in a field that sends it at once."""
        with self.page.expect_navigation():
            self.choose_name(name)

    def choose_name(self, name: str) -> None:
        """Type into the field that has the focus until the name is offered, and take it."""
        self.type(name[:4])
        self.page.get_by_role("option", name=name).first.wait_for()
        self.key("Enter")

    def paste(self, field: str, text: str) -> None:
        self.click(f"main [name={field}]", leads=False)
        self.doing.keys += PASTING
        self.page.keyboard.insert_text(text)

    def choose(self, field: str, value: object, within: str = "main") -> None:
        """Tick a box, or take one of several, by the words beside it."""
        box = f"[name={field}][value='{value}']"
        self.click(f"{within} label:has({box})", leads=False)


@dataclass
class Evening:
    """Everybody's screens, and the steps in the order in which they were taken."""

    browser: Browser
    url: str
    box: Letterbox
    language: str
    screens: list[Screen] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def screen(self, who: str, size: Mapping[str, Any]) -> Screen:
        made = Screen.start(self.browser, self.url, self.box, self.language, size)
        made.who = who
        self.screens.append(made)
        return made

    @contextmanager
    def step(self, screen: Screen, name: str) -> Iterator[Step]:
        """Something that one of them does, counted."""
        step = Step(name, screen.who)
        self.steps.append(step)
        screen.doing = step
        yield step
        screen.doing = Step("", "")

    def counts_table(self) -> str:
        width = max((len(step.name) for step in self.steps), default=0)
        head = f"{'Step (' + self.language + ')':{width}}  {'who':12} clicks  keys  loads"
        rows = [
            f"{step.name:{width}}  {step.who:12} {step.clicks:6}  {step.keys:4}  {step.loads:5}"
            for step in self.steps
        ]
        return "\n".join([head, *rows])

    def close(self) -> None:
        for screen in self.screens:
            screen.keep_picture(f"{screen.who}, at the end")
            screen.page.context.close()


def sign_up(screen: Screen, username: str) -> None:
    screen.write("username", username)
    screen.write("password1", PASSWORD)
    screen.click("main form:has([name=password1]) button")
