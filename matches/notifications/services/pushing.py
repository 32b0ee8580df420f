"""Web push: to every browser in which a login allows it.

RFC 8030, encrypted for the browser alone by RFC 8291; the push service knows this one by its key, RFC 8292.
One that is away is asked again; what comes twice has the same topic and tag, and replaces itself.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from json import dumps
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from matches.accounts.models import User
from matches.base.outbound import OutboundFailed, OutboundFault, checked_address, outbound_post
from matches.notifications.errors import InvalidSubscription
from matches.notifications.models import Delivery, PushSubscription
from matches.notifications.selectors import LoadedNotice, reading_as, several_notices_title

log = structlog.get_logger(__name__)

BROWSERS_MAX = 20
# A push service keeps it so long for a browser that is off, and is asked so long while it is away.
KEPT_FOR = timedelta(days=1)
BODY_MAX = 300
LISTED_MAX = 5
# Of a public key on P-256, not compressed, and of the secret of a browser: RFC 8291, 3.1 and 3.2.
KEY_BYTES, SECRET_BYTES = 65, 16


class PushEnd(Enum):
    """What became of a message to one browser."""

    TAKEN = "taken"
    GONE = "gone"
    REFUSED = "refused"
    AWAY = "away"


# -- Browsers


@transaction.atomic
def push_subscribe(
    *, login: User, endpoint: str, public_key: str, secret: str, device: str = ""
) -> PushSubscription:
    """Note that a browser shows notices to a login from now on; the same again is the same.

    Raises ForbiddenAddress, InvalidSubscription.
    """
    endpoint = checked_address(endpoint)
    check_key(public_key, KEY_BYTES, "public_key")
    check_key(secret, SECRET_BYTES, "secret")
    found, _ = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"login": login, "public_key": public_key, "secret": secret, "device": device[:120]},
    )
    older = PushSubscription.objects.filter(login=login).order_by("-pk")[BROWSERS_MAX:]
    PushSubscription.objects.filter(pk__in=[each.pk for each in older]).delete()
    return found


def check_key(value: str, size: int, name: str) -> None:
    """Raises InvalidSubscription."""
    try:
        known = len(decoded(value)) == size
    except ValueError:
        known = False
    if not known:
        raise InvalidSubscription(
            "%(name)s is none of a browser: %(size)s bytes in base64url. Send what `getKey` has.",
            {"name": name, "size": size},
            field=name,
        )


def push_unsubscribe(*, login: User, number: int) -> None:
    """Show no more notices in a browser of a login; twice is as good as once."""
    PushSubscription.objects.filter(login=login, pk=number).delete()


# -- Messages


def notices_push(login: User, batch: Sequence[tuple[Delivery, LoadedNotice]], now: datetime) -> bool:
    """Push one message to every browser of a login; False where it is to be tried again.

    The rows of the batch are locked, and closed here.
    """
    subscriptions = list(PushSubscription.objects.filter(login=login).order_by("pk"))
    payload = push_payload(login, batch) if subscriptions else b""
    ends = [push_send(each, payload, batch) for each in subscriptions]
    for subscription, end in zip(subscriptions, ends, strict=True):
        if end is PushEnd.GONE:
            subscription.delete()
    state = Delivery.State.NEEDLESS if not ends else Delivery.State.REFUSED
    if PushEnd.TAKEN in ends:
        state = Delivery.State.SENT
    elif PushEnd.AWAY in ends:
        if min(delivery.due_at for delivery, _ in batch) > now - KEPT_FOR:
            return False
        state = Delivery.State.GIVEN_UP
    rows = Delivery.objects.filter(pk__in=[delivery.pk for delivery, _ in batch])
    rows.update(state=state, closed_at=now)
    return True


def push_payload(login: User, batch: Sequence[tuple[Delivery, LoadedNotice]]) -> bytes:
    """What a browser shows: of several notices their titles."""
    with reading_as(login):
        texts = [loaded.text(login) for _, loaded in batch]
        title, body = texts[0]
        address = batch[0][1].address
        if len(batch) > 1:
            title = several_notices_title(len(batch))
            body = "\n".join(text.title for text in texts[:LISTED_MAX])
            address = reverse("pages-matches:notices")
    said = {
        "title": title[:BODY_MAX],
        "body": body[:BODY_MAX],
        "url": address,
        "tag": push_topic(batch),
        "lang": login.mail_language,
    }
    return dumps(said, ensure_ascii=False).encode()


def push_topic(batch: Sequence[tuple[Delivery, LoadedNotice]]) -> str:
    """The same whenever the same is sent: what a browser has already, is replaced (RFC 8030, 5.4)."""
    return f"notice-{min(delivery.pk for delivery, _ in batch)}"


def push_send(
    subscription: PushSubscription, payload: bytes, batch: Sequence[tuple[Delivery, LoadedNotice]]
) -> PushEnd:
    """Hand a message to the push service of a browser."""
    urgent = any(loaded.kind.is_urgent for _, loaded in batch)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": push_topic(batch),
        **vapid_headers(subscription.endpoint),
    }
    try:
        body = encrypted(subscription, payload)
        status = outbound_post(subscription.endpoint, content=body, headers=headers).status
    except OutboundFailed as failed:
        log.warning("push_failed", subscription=subscription.pk, error=failed.fault.value)
        return PushEnd.GONE if failed.fault is OutboundFault.FORBIDDEN else PushEnd.AWAY
    if status in (404, 410):
        return PushEnd.GONE
    if 200 <= status < 300:
        return PushEnd.TAKEN
    log.warning("push_refused", subscription=subscription.pk, status=status)
    return PushEnd.AWAY if status == 429 or status >= 500 else PushEnd.REFUSED


def encrypted(subscription: PushSubscription, payload: bytes) -> bytes:
    """A payload that the browser alone reads."""
    # It loads a client of its own, which is not used.
    from pywebpush import WebPusher

    keys = {"p256dh": subscription.public_key, "auth": subscription.secret}
    browser = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    return bytes(browser.encode(payload, content_encoding="aes128gcm")["body"])


# -- The key of the service


@cache
def vapid_key(secret: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_raw(secret.encode())


def vapid_headers(endpoint: str) -> Mapping[str, str]:
    """By which a push service knows who asks."""
    parts = urlsplit(endpoint)
    claims = {"sub": settings.VAPID_CONTACT, "aud": f"{parts.scheme}://{parts.netloc}"}
    found: dict[str, str] = vapid_key(settings.VAPID_PRIVATE_KEY).sign(claims)
    return found


def push_public_key() -> str:
    """What a browser is given when it subscribes; "" where nothing is pushed."""
    if not settings.PUSH_CONFIGURED:
        return ""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid_key(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return encoded(point)


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def decoded(value: str) -> bytes:
    """Raises ValueError."""
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))
