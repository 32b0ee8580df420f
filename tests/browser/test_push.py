"""Notices on a device: allowed in the browser, shown by its worker, and leading to their page."""

import json

import pytest

from tests.config.stack import until

from .phones import Phone

pytestmark = pytest.mark.long

# The browser without windows has nowhere to show one: what its worker asks it to show is kept instead.
KEEP = """() => {
  self.kept = [];
  self.registration.showNotification = (...said) => Promise.resolve(self.kept.push(said));
}"""


def test_a_device_shows_what_is_pushed(phone: Phone) -> None:
    phone.sign_up("push", f"push-{phone.language}@home.example")
    phone.page.context.grant_permissions(["notifications"], origin=phone.url)
    phone.open("/account/notifications/")
    phone.look("notice settings")
    assert phone.page.is_visible("form.push button")
    assert phone.page.evaluate("() => fetch('/manifest.webmanifest').then(answer => answer.ok)")

    registrations: list[str] = []
    session = phone.page.context.new_cdp_session(phone.page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    scope = phone.page.evaluate(
        "() => navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
        ".then(worker => worker.scope)"
    )
    assert scope == f"{phone.url}/", "it leads to every page"
    until("the worker is there", lambda: registrations or phone.page.wait_for_timeout(50))
    (worker,) = phone.page.context.service_workers
    worker.evaluate(KEEP)
    said = {"title": "Table 5: Ann – Bob", "body": "Please come now.", "tag": "notice-1", "url": "/notices/"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": phone.url, "registrationId": registrations[-1], "data": json.dumps(said)},
    )

    def shown() -> list[tuple[str, dict[str, object]]]:
        phone.page.wait_for_timeout(50)
        return worker.evaluate("() => self.kept")

    ((title, options),) = until("it is shown", shown)
    assert (title, options["body"], options["tag"]) == ("Table 5: Ann – Bob", "Please come now.", "notice-1")
    assert options["data"] == {"url": "/notices/"}
