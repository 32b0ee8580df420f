"""Webhooks of a club: added, changed, tested; and what time brings."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.outbound import checked_address
from matches.facts.versions import announce_change, row_topic
from matches.work import outbox
from matches.work.slices import delete_in_slices
from matches.work.statements import Statement
from tournaments.clubs.models import Club
from tournaments.webhooks.errors import TooManyWebhooks, UnknownEventType, WebhookNotActive
from tournaments.webhooks.models import WEBHOOK_SEND, Webhook, WebhookDelivery
from tournaments.webhooks.rules.retries import TRIED_FOR
from tournaments.webhooks.rules.secrets import new_secret, seal_secret
from tournaments.webhooks.selectors import TEST_TYPE, event_types

ACTION = "webhook_manage"
MOST = 20
BOTH_SIGN_FOR = timedelta(days=1)
KEPT_FOR = timedelta(days=30)
PRUNED_AT_ONCE = 1000


@transaction.atomic
def webhook_add(
    *, actor: User, club_id: int, url: str, types: Iterable[str] = (), now: datetime | None = None
) -> tuple[Webhook, str]:
    """Have a program of a club told of its events; with its secret, which cannot be shown again.

    types: of events; none for all. Raises NotAllowed, ForbiddenAddress, UnknownEventType, TooManyWebhooks.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    require_permission(actor, ACTION, club)
    checked, wanted = checked_address(url), checked_types(types)
    if Webhook.objects.filter(club=club).count() >= MOST:
        raise TooManyWebhooks(
            "%(club)s has %(most)s webhooks. Remove one that is not needed any more.",
            {"club": club.name, "most": MOST},
            club=club.pk,
        )
    secret = new_secret()
    webhook = Webhook.objects.create(
        club=club,
        url=checked,
        types=wanted,
        secret=seal_secret(secret, settings.SECRET_KEY),
        created_by=actor,
        created_at=now or timezone.now(),
    )
    announce_change(row_topic(webhook))
    return webhook, secret


@transaction.atomic
def webhook_change(
    *,
    actor: User,
    webhook_id: int,
    url: str | None = None,
    types: Iterable[str] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change where events go, which, and whether; what is left out stays.

    What was waiting while it was paused goes on. Raises NotAllowed, ForbiddenAddress, UnknownEventType.
    """
    webhook = webhook_lock(actor, webhook_id)
    if url is not None:
        webhook.url = checked_address(url)
    if types is not None:
        webhook.types = checked_types(types)
    if active is False and webhook.is_active:
        webhook.state, webhook.pause_cause = Webhook.State.PAUSED, Webhook.PauseCause.BY_HAND
    if active or (url is not None and webhook.is_active):
        webhook.state, webhook.pause_cause = Webhook.State.ACTIVE, ""
        webhook.failing_since = webhook.rests_until = None
        webhook.silences = 0
    webhook.save()
    announce_change(row_topic(webhook))
    if webhook.is_active:
        outbox.make_due(WEBHOOK_SEND, webhook.pk)
    return webhook


@transaction.atomic
def webhook_remove(*, actor: User, webhook_id: int) -> None:
    """Tell it of nothing any more, and forget what it was told. Raises NotAllowed."""
    webhook = webhook_lock(actor, webhook_id)
    announce_change(row_topic(webhook))
    webhook.delete()


@transaction.atomic
def webhook_secret_rotate(
    *, actor: User, webhook_id: int, now: datetime | None = None
) -> tuple[Webhook, str]:
    """Give it another secret, shown this once; that before signs too for a day. Raises NotAllowed."""
    now = now or timezone.now()
    webhook = webhook_lock(actor, webhook_id)
    secret = new_secret()
    webhook.secret_before, webhook.before_until = webhook.secret, now + BOTH_SIGN_FOR
    webhook.secret = seal_secret(secret, settings.SECRET_KEY)
    webhook.save(update_fields=["secret", "secret_before", "before_until"])
    announce_change(row_topic(webhook))
    return webhook, secret


@transaction.atomic
def webhook_test(*, actor: User, webhook_id: int, now: datetime | None = None) -> WebhookDelivery:
    """Send an event that says nothing, to see what comes of it. Raises NotAllowed, WebhookNotActive."""
    now = now or timezone.now()
    webhook = webhook_lock(actor, webhook_id)
    require_active(webhook)
    delivery = WebhookDelivery.objects.create(
        webhook=webhook,
        message=f"test-{secrets.token_hex(8)}",
        type=TEST_TYPE,
        subject_kind="webhook",
        subject=webhook.pk,
        data={"club": webhook.club_id},
        happened_at=now,
        created_at=now,
        wanted_at=now,
        due_at=now,
        by_hand=True,
    )
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    outbox.make_due(WEBHOOK_SEND, webhook.pk)
    return delivery


@transaction.atomic
def webhook_redeliver(
    *, actor: User, webhook_id: int, delivery_id: int, now: datetime | None = None
) -> WebhookDelivery:
    """Send something again, or at once what waits: with the same id. Raises NotAllowed, WebhookNotActive."""
    now = now or timezone.now()
    webhook = webhook_lock(actor, webhook_id)
    require_active(webhook)
    delivery = webhook.deliveries.get(pk=delivery_id)
    if (
        not webhook.deliveries.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=delivery.pk)
        .exists()
    ):
        return delivery  # it is just being sent
    if delivery.state != WebhookDelivery.State.WAITING:
        delivery.by_hand = True
        delivery.attempts = 0
    delivery.state, delivery.closed_at = WebhookDelivery.State.WAITING, None
    delivery.wanted_at = delivery.due_at = now
    delivery.save()
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    outbox.make_due(WEBHOOK_SEND, webhook.pk)
    return delivery


@transaction.atomic
def deliveries_redeliver(
    *, actor: User, webhook_id: int, since: datetime, now: datetime | None = None
) -> int:
    """Send again what has happened since a moment and was given up, and at once what has failed so far.

    With the same ids, in the order in which it happened; what is just being sent is left alone. How much it
    is. Raises NotAllowed, WebhookNotActive.
    """
    now = now or timezone.now()
    webhook = webhook_lock(actor, webhook_id)
    require_active(webhook)
    state = WebhookDelivery.State
    failed = Q(state=state.GIVEN_UP) | Q(state=state.WAITING, attempts__gt=0)
    locked = webhook.deliveries.select_for_update(no_key=True, skip_locked=True).order_by("pk")
    numbers = list(locked.filter(failed, happened_at__gte=since).values_list("pk", flat=True))
    found = webhook.deliveries.filter(pk__in=numbers)
    found.filter(state=state.GIVEN_UP).update(state=state.WAITING, closed_at=None, by_hand=True, attempts=0)
    found.update(wanted_at=now, due_at=now)
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    outbox.make_due(WEBHOOK_SEND, webhook.pk)
    return len(numbers)


def webhook_lock(actor: User, webhook_id: int) -> Webhook:
    """The webhook, its row locked. Raises NotAllowed."""
    locked = Webhook.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    webhook = locked.get(pk=webhook_id)
    require_permission(actor, ACTION, webhook.club)
    return webhook


def require_active(webhook: Webhook) -> None:
    """Raises WebhookNotActive."""
    if not webhook.is_active:
        raise WebhookNotActive(
            "Nothing is sent to %(url)s now. Set it going again first.",
            {"url": webhook.url},
            webhook=webhook.pk,
        )


def checked_types(types: Iterable[str]) -> Sequence[str]:
    """Types of events, in their order, each once. Raises UnknownEventType."""
    there, wanted = event_types(), list(dict.fromkeys(types))
    for name in wanted:
        if name not in there:
            raise UnknownEventType(
                "There is no type of event %(name)s. There are %(types)s.",
                {"name": repr(name), "types": list(there)},
                type=name,
                fields=["types"],
            )
    return [name for name in there if name in wanted]


# -- What time brings


def webhooks_wake(*, now: datetime) -> None:
    """Make due what was to wait until now."""
    waking = _WEBHOOKS_WAKING(now=now, kind=WEBHOOK_SEND)
    outbox.make_missing_due((WEBHOOK_SEND, number) for (number,) in waking)


_WEBHOOKS_WAKING = Statement("""
SELECT id FROM tournaments_webhook AS webhook
WHERE state = 'active' AND (rests_until IS NULL OR rests_until <= %(now)s)
    AND EXISTS (
        SELECT FROM tournaments_webhookdelivery
        WHERE webhook_id = webhook.id AND state = 'waiting' AND due_at <= %(now)s
    )
    AND NOT EXISTS (SELECT FROM matches_outbox WHERE kind = %(kind)s AND subject = webhook.id)
ORDER BY id
""")


def webhooks_prune(*, now: datetime) -> None:
    """Forget what is old: deliveries, secrets that sign no more."""
    deliveries_prune(now=now)
    Webhook.objects.filter(before_until__lte=now).update(secret_before=None, before_until=None)


def deliveries_prune(*, now: datetime) -> None:
    """Give up what waits at a paused webhook for more than a day; forget what is older than 30."""
    WebhookDelivery.objects.filter(
        state=WebhookDelivery.State.WAITING,
        webhook__state=Webhook.State.PAUSED,
        wanted_at__lte=now - TRIED_FOR,
    ).update(state=WebhookDelivery.State.GIVEN_UP, closed_at=now)
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT_FOR)
    delete_in_slices(old, PRUNED_AT_ONCE)
