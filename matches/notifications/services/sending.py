"""Sending: what is due to a login goes out, each by its way; several that are not urgent as one."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.notifications.models import NOTICES_DELIVER, Delivery
from matches.notifications.selectors import LoadedNotice, notices_loaded
from matches.work import outbox

from .mailing import notices_mail
from .pushing import notices_push


def notices_deliver(*, login_id: int, now: datetime | None = None) -> None:
    """Send what is due to a login; what was over meanwhile is not sent. Twice is as good as once."""
    now = now or timezone.now()
    seen = outbox.open_outbox_row(NOTICES_DELIVER, login_id)
    deliveries_mail(login_id, now)
    if deliveries_push(login_id, now):
        outbox.close_outbox_row(seen)


@transaction.atomic
def deliveries_mail(login_id: int, now: datetime) -> None:
    """Hand mails to the room that sends them, in the transaction in which they are asked for."""
    login, due = deliveries_due(login_id, Delivery.Channel.MAIL, now)
    for batch in batches(due):
        notices_mail(login, [delivery for delivery, _ in batch], now)


@transaction.atomic
def deliveries_push(login_id: int, now: datetime) -> bool:
    """Push to the browsers of a login; whether all were reached."""
    login, due = deliveries_due(login_id, Delivery.Channel.PUSH, now)
    tried = [notices_push(login, batch, now) for batch in batches(due)]
    return all(tried)


Due = tuple[Delivery, LoadedNotice]


def deliveries_due(login_id: int, channel: Delivery.Channel, now: datetime) -> tuple[User, list[Due]]:
    """What is to go out, its rows locked; those that do not hold any more are closed."""
    login = User.objects.get(pk=login_id)
    waiting = Delivery.objects.select_for_update(of=("self",), no_key=True).select_related("notice")
    rows = list(
        waiting.filter(
            login=login_id, channel=channel, state=Delivery.State.WAITING, due_at__lte=now, mail=None
        ).order_by("pk")
    )
    loaded = notices_loaded(row.notice for row in rows)
    due = [
        (row, notice)
        for row in rows
        if (notice := loaded.get(row.notice_id)) is not None and notice.still_holds(now)
    ]
    deliveries_close({row.pk for row in rows} - {row.pk for row, _ in due}, Delivery.State.NEEDLESS, now)
    return login, due


def deliveries_close(numbers: Collection[int], state: Delivery.State, now: datetime) -> None:
    if numbers:
        Delivery.objects.filter(pk__in=numbers).update(state=state, closed_at=now, mail=None)


def batches(due: list[Due]) -> Iterator[list[Due]]:
    """What goes out together: each that is urgent alone, all others as one."""
    rest = []
    for delivery, loaded in due:
        if loaded.kind.is_urgent:
            yield [(delivery, loaded)]
        else:
            rest.append((delivery, loaded))
    if rest:
        yield rest
