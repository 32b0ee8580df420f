"""A phone's browser before the real service, with a real server of mails behind it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from config.rest import Api
from tests.chromium import CHROMIUM, NO_CHROMIUM
from tests.config.stack import Stack, free_port
from tests.matches.mails.letterbox import Letterbox, letterbox

from .phones import Phone
from .screens import LAPTOP, Evening, Screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def box() -> Iterator[Letterbox]:
    with letterbox() as found:
        yield found


@pytest.fixture(scope="package")
def stack(box: Letterbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """At localhost: browsers know passkeys of no other address without TLS."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    port = free_port()
    settings = {
        "PUBLIC_URL": f"http://localhost:{port}",
        "EMAIL_URL": f"smtp://127.0.0.1:{box.port}",
        "RATE_ANONYMOUS": "10000/min",
        "RATE_PASSWORD": "1000/min",
        "LOG_LEVEL": "WARNING",
    }
    stack = Stack.start(tmp_path_factory.mktemp("browser") / "var", port, **settings)
    try:
        yield stack.wait_ready()
    finally:
        stack.end()


@pytest.fixture(scope="package")
def director(stack: Stack) -> Iterator[Api]:
    """The API, for whoever runs the club."""
    login = json.loads(stack.layout.login_file.read_text())
    with closing(Api(stack.url, login["login"], login["password"])) as api:
        yield api


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        # It leaves a running loop in this thread, in which nothing of ours is awaited.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        # Its sandbox forbids itself to root, and where there are no user namespaces.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def new_phone(stack: Stack, box: Letterbox, browser: Browser) -> Callable[[str], Phone]:
    """Phones by their language, each with cookies of its own; they are gone with the last test."""
    return lambda language: Phone.start(browser, f"http://localhost:{stack.port}", box, language)


@pytest.fixture(params=["en", "ja"])
def evening(
    request: pytest.FixtureRequest,
    stack: Stack,
    box: Letterbox,
    browser: Browser,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Evening]:
    """What people do on their screens in one language, counted; printed when all of it is done."""
    evening = Evening(browser, f"http://localhost:{stack.port}", box, request.param)
    yield evening
    evening.close()
    with capsys.disabled():
        print(f"\n{evening.counts_table()}")


@pytest.fixture
def laptop(evening: Evening) -> Screen:
    """The director's."""
    return evening.screen("director", LAPTOP)


@pytest.fixture(params=["en", "ja"])
def phone(request: pytest.FixtureRequest, new_phone: Callable[[str], Phone]) -> Iterator[Phone]:
    phone = new_phone(request.param)
    yield phone
    phone.page.context.close()
