"""Publishing: a notice becomes a delivery for each webhook of its club that wants it."""

from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from matches.hooks import NoticeNews
from matches.work import outbox
from tournaments.webhooks.models import WEBHOOK_SEND, WebhookDelivery
from tournaments.webhooks.selectors import event_type, webhooks_for


def notice_deliver(news: NoticeNews) -> None:
    """Write what goes to the webhooks of the club: once per notice, in the transaction that spreads it."""
    if news.club is None:
        return
    kind = event_type(news.kind)
    webhooks = webhooks_for(news.club, kind)
    if not webhooks:
        return
    now, data = timezone.now(), data_of(news)
    WebhookDelivery.objects.bulk_create(
        [
            WebhookDelivery(
                webhook=webhook,
                notice_id=news.number,
                message=f"notice-{news.number}",
                type=kind,
                subject_kind=news.subject[0],
                subject=news.subject[1],
                data=data,
                happened_at=news.at,
                created_at=now,
                wanted_at=now,
                due_at=now,
            )
            for webhook in webhooks
        ],
        ignore_conflicts=True,
    )
    outbox.make_all_due((WEBHOOK_SEND, webhook.pk) for webhook in webhooks)


def data_of(news: NoticeNews) -> dict[str, Any]:
    """What is known of an event, without what names people."""
    return {
        "club": news.club,
        "occasion": news.occasion,
        "deadline": None if news.deadline is None else news.deadline.isoformat(),
        "is_over": news.is_over,
        "details": dict(news.data),
        "page": f"{settings.PUBLIC_URL}{news.address}",
    }


def api_address(kind: str, number: int) -> str | None:
    """Where the API has something; None where it has no address of its own."""
    for names in ("api-matches", "api-tournaments"):
        try:
            return f"{settings.PUBLIC_URL}{reverse(f'{names}:{kind}', args=[number])}"
        except NoReverseMatch:
            continue
    return None
