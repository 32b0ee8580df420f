"""Web push: through a push service of our own, to a browser of our own that alone reads what comes."""

import json
from base64 import urlsafe_b64encode
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from py_vapid import Vapid02

from matches.base.errors import ForbiddenAddress
from matches.notifications.errors import InvalidSubscription
from matches.notifications.models import NOTICES_DELIVER, Delivery, PushSubscription
from matches.notifications.services import (
    notice_post,
    notice_settings_change,
    notices_deliver,
    push_public_key,
    push_subscribe,
    push_unsubscribe,
)
from matches.notifications.services.pushing import BROWSERS_MAX, KEPT_FOR
from matches.work.models import Outbox
from tests.conftest import work_off
from tests.receivers import answering, reachable, receiver

pytestmark = pytest.mark.django_db

SECRET = b"sixteen bytes !!"


def written(value):
    return urlsafe_b64encode(value).decode().rstrip("=")


class Browser:
    """Has subscribed, and reads what is pushed to it."""

    def __init__(self, endpoint):
        self.endpoint, self.key = endpoint, ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": endpoint, "public_key": written(point), "secret": written(SECRET)}

    def read(self, received):
        plain = http_ece.decrypt(received.body, private_key=self.key, auth_secret=SECRET)
        return json.loads(plain)


@pytest.fixture(scope="module")
def push_service():
    with receiver() as box:
        yield box


@pytest.fixture
def browser(push_service, settings, bob):
    push_service.empty()
    reachable(settings)
    found = Browser(push_service.url)
    push_subscribe(login=bob.user, device="Firefox on a phone", **found.subscription)
    return found


def told(match, login, *, minutes=1):
    """A match was set up, and so many minutes pass."""
    notice_post("pairing_posted", match.pk)
    work_off()
    deliver(login, minutes=minutes)


def deliver(login, **later):
    notices_deliver(login_id=login.pk, now=timezone.now() + timedelta(**later))


def states(login):
    rows = Delivery.objects.filter(login=login, channel="push")
    return list(rows.order_by("pk").values_list("state", flat=True))


def test_a_browser_is_shown_a_notice_that_it_alone_reads(push_service, browser, match, bob):
    told(match, bob.user)
    (received,) = push_service.received
    said = browser.read(received)
    assert said["title"] == "Set up: Ann – Bob"
    assert said["url"] == f"/matches/{match.pk}/"
    assert said["tag"] == received.headers["topic"]
    assert len(said["tag"]) <= 32, "RFC 8030, 5.4"
    assert received.headers["content-encoding"] == "aes128gcm"
    assert (received.headers["urgency"], received.headers["ttl"]) == ("normal", "86400")
    assert b"Ann" not in received.body
    assert states(bob.user) == ["sent"]
    deliver(bob.user, minutes=2)
    assert len(push_service.received) == 1


def test_the_push_service_knows_who_asks(push_service, browser, match, bob):
    told(match, bob.user)
    authorization = push_service.received[0].headers["authorization"]
    assert authorization.startswith("vapid t=")
    assert f"k={push_public_key()}" in authorization
    assert Vapid02.verify(authorization)


def test_several_are_one_message(push_service, browser, match, ann, bob):
    notice_post("pairing_posted", match.pk)
    notice_post("match_superseded", match.pk, "x", data={"superseded": False})
    work_off()
    deliver(bob.user, minutes=11)
    (received,) = push_service.received
    said = browser.read(received)
    assert said["title"] == "2 notices for you"
    assert said["url"] == "/notices/"
    assert states(bob.user) == ["sent", "sent"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(push_service, browser, match, bob, status):
    push_service.answer = answering(status)
    told(match, bob.user)
    assert not PushSubscription.objects.exists()
    assert states(bob.user) == ["refused"]


def test_a_push_service_that_is_away_is_asked_again(push_service, browser, match, bob):
    push_service.answer = answering(503)
    told(match, bob.user)
    assert states(bob.user) == ["waiting"]
    Outbox.objects.filter(kind=NOTICES_DELIVER).delete()
    push_service.answer = answering(201)
    deliver(bob.user, minutes=3)
    assert states(bob.user) == ["sent"]
    first, second = (browser.read(each)["tag"] for each in push_service.received)
    assert first == second, "what comes twice replaces itself"


def test_it_is_given_up_after_a_day(push_service, browser, match, bob):
    push_service.answer = answering(500)
    told(match, bob.user)
    later = timezone.now() + KEPT_FOR + timedelta(minutes=2)
    notices_deliver(login_id=bob.user.pk, now=later)
    assert states(bob.user) == ["given_up"]


def test_what_is_refused_for_good_is_not_sent_again(push_service, browser, match, bob):
    push_service.answer = answering(413)
    told(match, bob.user)
    assert states(bob.user) == ["refused"]
    assert PushSubscription.objects.exists()


def test_who_does_not_want_it_is_not_pushed_to(push_service, browser, match, bob):
    notice_settings_change(login=bob.user, choices={"pairing_posted": {"push": False}})
    told(match, bob.user)
    assert (push_service.received, states(bob.user)) == ([], [])


def test_the_same_browser_is_the_same_and_moves_with_who_uses_it(browser, ann, bob):
    push_subscribe(login=ann.user, **browser.subscription)
    (row,) = PushSubscription.objects.all()
    assert row.login == ann.user
    push_unsubscribe(login=bob.user, number=row.pk)
    assert PushSubscription.objects.exists(), "another's"
    push_unsubscribe(login=ann.user, number=row.pk)
    assert not PushSubscription.objects.exists()


def test_so_many_browsers_and_the_latest(browser, bob):
    for number in range(BROWSERS_MAX + 1):
        endpoint = f"{browser.endpoint}/{number}"
        push_subscribe(login=bob.user, **{**browser.subscription, "endpoint": endpoint})
    assert PushSubscription.objects.count() == BROWSERS_MAX
    assert not PushSubscription.objects.filter(endpoint=browser.endpoint).exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/x",
        "https://[::1]/x",
        "ftp://push.example/",
        "x",
    ],
)
def test_nothing_is_pushed_into_a_network_of_its_own(bob, endpoint):
    keys = Browser("https://push.example/").subscription
    with pytest.raises(ForbiddenAddress):
        push_subscribe(login=bob.user, **{**keys, "endpoint": endpoint})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("change", [{"public_key": "AAAA"}, {"secret": "AAAA"}, {"secret": "é"}])
def test_keys_are_looked_at(bob, change):
    keys = Browser("https://push.example/x").subscription
    with pytest.raises(InvalidSubscription) as refused:
        push_subscribe(login=bob.user, **{**keys, **change})
    assert refused.value.data["field"] in change


def test_pages_allow_a_device_and_remove_it(client, browser, bob):
    PushSubscription.objects.all().delete()
    client.force_login(bob.user)
    assert push_public_key() in client.get("/account/notifications/").content.decode()
    answer = client.post(
        "/account/notifications/devices/", browser.subscription, HTTP_USER_AGENT="Firefox", follow=True
    )
    assert "Notices are shown on this device." in answer.content.decode()
    row = PushSubscription.objects.get()
    assert row.device == "Firefox"
    client.post(f"/account/notifications/devices/{row.pk}/remove/")
    assert not PushSubscription.objects.exists()
    bad = client.post("/account/notifications/devices/", {**browser.subscription, "secret": "AAAA"})
    assert bad.status_code == 422


def test_the_worker_and_the_manifest_lie_at_the_root(client):
    worker = client.get("/sw.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert "showNotification" in worker.content.decode()
    shown = client.get("/manifest.webmanifest")
    assert shown.headers["Content-Type"] == "application/manifest+json"
    assert shown.json()["start_url"] == "/"
