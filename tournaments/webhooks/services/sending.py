"""Sending: what is due to a webhook, one after the other, each in the transaction of its effect.

One worker at a time sends to a webhook, and holds nothing but the row that it is about. A worker that is
killed has written nothing: what it sent goes again, with the same id. Webhooks that have not answered lately
share one turn among them, so that those who let us wait keep one worker busy, not all.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from time import monotonic
from typing import Any

import structlog
from cryptography.exceptions import InvalidTag
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine.words import printable_text
from matches.base.outbound import OutboundFailed, outbound_post
from matches.facts.kinds import topic_kind
from matches.facts.versions import announce_change
from matches.hooks import NoticeText
from matches.notifications.models import Notice
from matches.notifications.selectors import notices_loaded, reading_as
from matches.notifications.services import notice_post
from matches.work import outbox
from matches.work.turns import Turn, turn_taken
from tournaments.webhooks.models import ANSWER_KEPT, WEBHOOK_SEND, Webhook, WebhookAttempt, WebhookDelivery
from tournaments.webhooks.rules.retries import PAUSED_AFTER, asked_to_wait_until, rest_until, retry_at
from tournaments.webhooks.rules.secrets import signature_header, unseal_secret
from tournaments.webhooks.selectors import deliveries_due, deliveries_held_up

from .publishing import api_address

log = structlog.get_logger(__name__)

PAUSE_NOTICE = "webhook_paused"
GONE = 410
# Statuses with which a receiver may say until when it wants to be left alone.
BUSY = (429, 503)
GOING = ("failing_since", "silences", "rests_until")
# A worker has other work too: after this long the rest goes with the next message.
AT_ONCE = timedelta(seconds=20)


class Sent(Enum):
    """What came of a look for the next delivery."""

    NOTHING = "nothing is due"
    BUSY = "another worker is at it, or has to be before"
    UNSIGNED = "its secret cannot be read"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt. asked: until when the receiver wants to be left alone."""

    status: int | None
    fault: str
    milliseconds: int
    answer: str = ""
    asked: datetime | None = None

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def webhook_send(*, webhook_id: int, now: datetime | None = None) -> None:
    """Send what is due to a webhook. Twice is as good as once."""
    seen = outbox.open_outbox_row(WEBHOOK_SEND, webhook_id)
    begun = monotonic()
    while isinstance(sent := delivery_send_next(webhook_id, now or timezone.now()), Outcome):
        if not outcome_note(webhook_id, sent, now or timezone.now()):
            break
        if monotonic() - begun > AT_ONCE.total_seconds():
            outbox.make_due(WEBHOOK_SEND, webhook_id)
            return
    if sent is Sent.UNSIGNED:
        webhook_pause(webhook_id, Webhook.PauseCause.SECRET_LOST, now or timezone.now())
    if sent is not Sent.BUSY:
        outbox.close_outbox_row(seen)


@transaction.atomic
def delivery_send_next(webhook_id: int, now: datetime) -> "Outcome | Sent":
    """Send what comes next to a webhook, and write what came of it.

    Nothing of the webhook itself is written here: its row is not to be waited for by who holds a delivery.
    """
    if not turn_taken(Turn.WEBHOOK, webhook_id):
        return Sent.BUSY
    webhook = Webhook.objects.select_related("club").filter(pk=webhook_id).first()
    if webhook is None or not webhook.may_be_sent(now):
        return Sent.NOTHING
    if webhook.silences and not turn_taken(Turn.WEBHOOKS_SILENT):
        return Sent.BUSY
    delivery = deliveries_due(webhook, now).select_for_update(of=("self",), skip_locked=True).first()
    if delivery is None:
        return Sent.BUSY if deliveries_held_up(webhook, now).exists() else Sent.NOTHING
    try:
        secrets = secrets_of(webhook, now)
    except InvalidTag:
        return Sent.UNSIGNED
    outcome = delivery_post(webhook, delivery, secrets, now)
    attempt_write(delivery, outcome, now)
    return outcome


def secrets_of(webhook: Webhook, now: datetime) -> list[str]:
    """What signs: the secret, and for a day that before it. Raises InvalidTag."""
    found = [unseal_secret(bytes(webhook.secret), settings.SECRET_KEY)]
    if webhook.secret_before is not None and webhook.before_until is not None and now < webhook.before_until:
        found.append(unseal_secret(bytes(webhook.secret_before), settings.SECRET_KEY))
    return found


def delivery_post(
    webhook: Webhook, delivery: WebhookDelivery, secrets: Sequence[str], now: datetime
) -> Outcome:
    body = json.dumps(delivery_body(delivery), ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "content-type": "application/json",
        "user-agent": f"GoldenPoint-Webhooks/1 (+{settings.PUBLIC_URL})",
        "webhook-id": delivery.message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature_header(secrets, delivery.message, now, body),
    }
    begun = monotonic()
    try:
        answer = outbound_post(webhook.url, content=body, headers=headers, answer_bytes=ANSWER_KEPT)
    except OutboundFailed as failed:
        return Outcome(None, failed.fault, milliseconds_since(begun))
    text = printable_text(answer.body.decode("utf-8", "replace"))[:ANSWER_KEPT]
    asked = asked_to_wait_until(answer.retry_after, now) if answer.status in BUSY else None
    return Outcome(answer.status, "", milliseconds_since(begun), text, asked)


def milliseconds_since(begun: float) -> int:
    return round((monotonic() - begun) * 1000)


def delivery_body(delivery: WebhookDelivery) -> dict[str, Any]:
    """What is sent. Sentences are said anew each time: whoever was anonymised since is not named."""
    text = text_of(delivery.notice)
    kind, number = delivery.subject_kind, delivery.subject
    return {
        "type": delivery.type,
        "timestamp": delivery.happened_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "data": {
            "subject": {"kind": kind, "number": number, "api": api_address(kind, number)},
            "title": text.title,
            "sentence": text.sentence,
            **delivery.data,
        },
    }


def text_of(notice: Notice | None) -> NoticeText:
    """What a notice says to everybody, in English; nothing of one whose subject is gone."""
    loaded = None if notice is None else notices_loaded([notice]).get(notice.pk)
    if loaded is None:
        return NoticeText("", "")
    with reading_as(None):
        return loaded.text(None)


def attempt_write(delivery: WebhookDelivery, outcome: Outcome, now: datetime) -> None:
    """Write an attempt, and what it makes of the delivery."""
    WebhookAttempt.objects.create(
        delivery=delivery,
        at=now,
        status=outcome.status,
        fault=outcome.fault,
        milliseconds=outcome.milliseconds,
        answer=outcome.answer,
    )
    delivery.attempts += 1
    again = (
        None
        if outcome.status == GONE
        else retry_at(delivery.attempts, delivery.wanted_at, now, outcome.asked)
    )
    if outcome.is_delivered:
        delivery.state, delivery.closed_at = WebhookDelivery.State.DELIVERED, now
    elif again is None:
        log.warning("webhook_given_up", webhook=delivery.webhook_id, delivery=delivery.pk)
        delivery.state, delivery.closed_at = WebhookDelivery.State.GIVEN_UP, now
    else:
        delivery.due_at = again
    delivery.save(update_fields=["attempts", "state", "closed_at", "due_at"])


@transaction.atomic
def outcome_note(webhook_id: int, outcome: Outcome, now: datetime) -> bool:
    """Note at a webhook how it goes; whether more may be sent there at once."""
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()
    if webhook is None:
        return False
    if outcome.is_delivered:
        if webhook.failing_since is not None or webhook.silences:
            webhook.failing_since = webhook.rests_until = None
            webhook.silences = 0
            webhook.save(update_fields=GOING)
        return webhook.is_active
    webhook.failing_since = webhook.failing_since or now
    webhook.silences = webhook.silences + 1 if outcome.status is None else 0
    webhook.rests_until = rest_until(webhook.silences, now) if webhook.silences else outcome.asked
    webhook.save(update_fields=GOING)
    if outcome.status == GONE:
        webhook_pause(webhook.pk, Webhook.PauseCause.GONE, now)
        return False
    if now - webhook.failing_since >= PAUSED_AFTER:
        webhook_pause(webhook.pk, Webhook.PauseCause.FAILING, now)
        return False
    return webhook.may_be_sent(now)


@transaction.atomic
def webhook_pause(webhook_id: int, cause: Webhook.PauseCause, now: datetime) -> None:
    """Send nothing there any more, and tell who owns it."""
    active = Webhook.objects.filter(pk=webhook_id, state=Webhook.State.ACTIVE)
    if active.update(state=Webhook.State.PAUSED, pause_cause=cause):
        log.warning("webhook_paused", webhook=webhook_id, cause=cause)
        announce_change(f"{topic_kind(Webhook)}-{webhook_id}")
        notice_post(PAUSE_NOTICE, webhook_id, now.isoformat(), data={"cause": cause.value}, now=now)
