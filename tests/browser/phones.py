"""What somebody does on a phone, and what every page there has to keep to."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

from tests.config.stack import until
from tests.matches.mails.letterbox import Letterbox

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PASSWORD = "correct horse battery"
HELD = {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SMALL: Mapping[str, Any] = {"viewport": {"width": 360, "height": 740}, **HELD}
# Where the pages that were looked at are kept as pictures, if anywhere.
PICTURES = os.environ.get("GOLDEN_SCREENSHOTS")
# Everything that axe-core knows to be a fault, and targets that a finger misses (WCAG 2.2, 2.5.8).
RULES: dict[str, dict[str, Any]] = {
    "en": {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}},
    # What another language can change of the same page.
    "ja": {
        "resultTypes": ["violations"],
        "runOnly": ["target-size", "html-lang-valid", "document-title", "label", "button-name", "link-name"],
    },
}
TOO_WIDE = "() => document.documentElement.scrollWidth - window.innerWidth"


@dataclass
class Phone:
    page: Page
    url: str
    box: Letterbox
    language: str

    @classmethod
    def start(
        cls, browser: Browser, url: str, box: Letterbox, language: str, screen: Mapping[str, Any] = SMALL
    ) -> Self:
        context = browser.new_context(
            base_url=url,
            locale={"en": "en-GB", "ja": "ja-JP"}[language],
            reduced_motion="reduce",
            **screen,
        )
        context.set_default_timeout(30_000)
        return cls(context.new_page(), url, box, language)

    def named(self, name: str) -> str:
        """A username of this test's own."""
        return f"{name}-{self.language}"

    def open(self, path: str) -> None:
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.ok, (path, answer.status)

    def fill(self, **fields: str) -> None:
        for name, value in fields.items():
            self.page.fill(f"main [name={name}]", value)

    def tap_score(self, winner: int, loser: int) -> None:
        """Two taps on a score pad; its button is the third."""
        for name, value in (("winner", winner), ("loser", loser)):
            self.page.check(f"form.pad [name={name}][value='{value}']")

    def press(self, button: str = "main form button") -> None:
        """Press a button that leads to another page, and wait for that."""
        with self.page.expect_navigation():
            self.page.locator(button).first.click()

    def at(self) -> str:
        return self.page.url.removeprefix(self.url)

    def text(self) -> str:
        return self.page.inner_text("main")

    def keep_picture(self, name: str) -> None:
        if PICTURES:
            folder = Path(PICTURES, self.language)
            folder.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=folder / f"{name[:60]}.png", full_page=True)

    def look(self, name: str = "") -> None:
        """The page before us is one that nobody need be ashamed of."""
        from axe_playwright_python.sync_playwright import Axe

        self.keep_picture(name or re.sub(r"\W+", "-", self.at().partition("?")[0]).strip("-") or "home")
        assert self.page.evaluate(TOO_WIDE) <= 0, f"{self.at()} is wider than a phone"
        assert self.page.get_attribute("html", "lang") == self.language
        found = Axe().run(self.page, options=RULES[self.language]).response["violations"]
        assert found == [], f"{self.at()}:\n" + "\n".join(map(finding, found))

    # -- Accounts

    def sign_up(self, name: str, email: str = "") -> None:
        self.open("/account/signup/")
        self.fill(username=self.named(name), password1=PASSWORD, email=email)
        self.press("main form:has([name=password1]) button")

    def log_in(self, name: str, password: str = PASSWORD) -> None:
        self.open("/login/")
        self.fill(username=self.named(name), password=password)
        self.press("main form:has([name=password]) button")

    def log_out(self) -> None:
        self.page.click("header .mine summary")
        self.press("header form[action='/logout/'] button")

    def confirm_password(self, path: str) -> None:
        """Open a page that asks for the password once more."""
        self.open(path)
        if "/reauthenticate/" in self.at():
            self.fill(password=PASSWORD)
            self.press("main form:has([name=password]) button")

    def take_mail(self, to: str) -> EmailMessage:
        """The next mail to that address, but for those of notices."""

        def arrived() -> EmailMessage | None:
            mails = (mail for mail in self.box.mails if "List-Unsubscribe" not in mail)
            return next((mail for mail in mails if mail["To"] == to), None)

        mail: Any = until(f"a mail to {to}", arrived)
        self.box.mails.remove(mail)
        return mail

    def mailed_link(self, to: str) -> str:
        """The path of the link in the next mail to that address."""
        (link,) = re.findall(r"https?://\S+", self.take_mail(to).get_content())
        assert link.startswith(f"{self.url}/"), link
        return link.removeprefix(self.url)

    def app_code(self, key: str, steps: int = 0) -> str:
        """What an authenticator app with this key shows; a code works once, the next one is right as well."""
        return format_hotp_value(hotp_value(key, int(time.time()) // 30 + steps))

    def add_passkeys(self) -> None:
        """The phone keeps passkeys from now on, behind its owner's finger."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("WebAuthn.enable", {"enableUI": False})
        keeps = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": keeps})


def finding(violation: dict[str, Any]) -> str:
    places = "; ".join(f"{node['target']} {node['html'][:200]}" for node in violation["nodes"][:4])
    return f"  {violation['id']} ({violation['impact']}): {violation['help']}: {places}"
