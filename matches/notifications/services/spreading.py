"""Spreading: a worker finds out whom a notice goes to, by which ways, and when."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.hooks import NoticeNews, notice_listeners
from matches.notifications.models import NOTICE_SPREAD, NOTICES_DELIVER, Delivery, Notice, NoticeSettings
from matches.notifications.rules.timing import PAUSE, notice_goes_at
from matches.notifications.selectors import (
    LoadedNotice,
    kinds_declared,
    notices_loaded,
    reading_as,
    settings_of,
    wanted_ways,
)
from matches.work import outbox
from matches.work.slices import delete_in_slices
from matches.work.statements import Statement

log = structlog.get_logger(__name__)

KEPT_FOR = timedelta(days=90)
# A notice this old should have been spread: if nothing is due for it, something went wrong.
OVERDUE = timedelta(minutes=1)
PRUNED_AT_ONCE = 1000


def notice_spread(*, notice_id: int, now: datetime | None = None) -> None:
    """Find out whom a notice goes to. Twice is as good as once."""
    notices_spread(notice_ids=[notice_id], now=now)


@transaction.atomic
def notices_spread(*, notice_ids: Collection[int], now: datetime | None = None) -> None:
    """The same of several, loaded kind by kind."""
    now = now or timezone.now()
    seen = outbox.outbox_seen_of(NOTICE_SPREAD, notice_ids)
    unspread = Notice.objects.select_for_update(no_key=True).filter(pk__in=notice_ids, spread_at=None)
    waiting = list(unspread.order_by("pk"))
    loaded = notices_loaded(waiting)
    going: set[int] = set()
    for notice in waiting:
        if notice.pk in loaded:
            going |= notice_deliver_to(loaded[notice.pk], now)
        else:
            log.info("notice_without_subject", notice=notice.pk, kind=notice.kind)
    # Rows of the outbox that many share are locked in one order.
    deliveries_make_due(going)
    notices_publish(loaded.values(), now)
    Notice.objects.filter(pk__in=[notice.pk for notice in waiting]).update(spread_at=now)
    outbox.close_outbox_rows(seen.values())


def notice_deliver_to(loaded: LoadedNotice, now: datetime) -> set[int]:
    """Write the deliveries of a notice that still holds: six queries for any number of people.

    Returns the numbers of the logins to whom something is to be sent now.
    """
    if not loaded.still_holds(now):
        return set()
    notice, kind = loaded.notice, loaded.kind
    logins = list(
        User.objects.filter(pk__in=loaded.recipients(), is_active=True, service_name="").order_by("pk")
    )
    if not logins:
        return set()
    chosen = settings_of(logins)
    ways = wanted_ways(notice.kind, kind, chosen)
    last = deliveries_last(logins, now)
    deadline = loaded.deadline
    made = []
    for login in logins:
        made.append(
            Delivery(
                notice=notice,
                login=login,
                channel=Delivery.Channel.PAGE,
                state=Delivery.State.SENT,
                due_at=now,
                closed_at=now,
            )
        )
        for way in ways[login.pk]:
            due_at = delivery_due_at(loaded, chosen[login.pk], way, deadline, last, now)
            made.append(Delivery(notice=notice, login=login, channel=way, due_at=due_at))
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    return {each.login_id for each in made if each.state == "waiting" and each.due_at <= now}


def delivery_due_at(
    loaded: LoadedNotice,
    chosen: NoticeSettings,
    way: str,
    deadline: datetime | None,
    last: dict[tuple[int, str], datetime],
    now: datetime,
) -> datetime:
    return notice_goes_at(
        now,
        chosen.habits,
        urgent=loaded.kind.is_urgent,
        deadline=deadline,
        last_at=last.get((chosen.login.pk, way)),
    )


def deliveries_last(logins: Collection[User], now: datetime) -> dict[tuple[int, str], datetime]:
    """When the last delivery that was not urgent went to each login by each way, or is to: one query."""
    urgent = [code for code, kind in kinds_declared().items() if kind.is_urgent]
    found = Delivery.objects.filter(
        login__in=logins,
        due_at__gt=now - PAUSE,
        state__in=[Delivery.State.WAITING, Delivery.State.SENT],
    ).exclude(Q(channel=Delivery.Channel.PAGE) | Q(notice__kind__in=urgent))
    rows = found.values_list("login", "channel").annotate(last=Max("due_at"))
    return {(login, channel): last for login, channel, last in rows}


def deliveries_make_due(logins: Iterable[int]) -> None:
    """Have sent what is due to some logins."""
    outbox.make_all_due((NOTICES_DELIVER, login) for login in sorted(set(logins)))


def notices_publish(loaded: Iterable[LoadedNotice], now: datetime) -> None:
    """Tell the rooms that listen, of one club after the other."""
    listeners = notice_listeners()
    if not listeners:
        return
    with reading_as(None):
        news = [news_of(each, now) for each in loaded]
    for each in sorted(news, key=lambda each: (each.club or 0, each.number)):
        for listener in listeners:
            listener(each)


def news_of(loaded: LoadedNotice, now: datetime) -> NoticeNews:
    notice, kind = loaded.notice, loaded.kind
    return NoticeNews(
        number=notice.pk,
        kind=notice.kind,
        subject=(kind.subject, notice.subject),
        occasion=notice.occasion,
        club=kind.club(loaded.about),
        at=notice.created_at,
        text=loaded.text(None),
        address=loaded.address,
        deadline=loaded.deadline,
        data=notice.data,
        is_over=not loaded.still_holds(now),
    )


# -- What time brings


def notices_wake(*, now: datetime) -> None:
    """Make due what was posted for later, and what was to wait for its hour."""
    later = _NOTICES_WAKING(now=now, kind=NOTICE_SPREAD)
    outbox.make_all_due((NOTICE_SPREAD, number) for (number,) in later)
    deliveries_make_due(login for (login,) in _LOGINS_WAKING(now=now, kind=NOTICES_DELIVER))


_NOTICES_WAKING = Statement("""
SELECT id FROM matches_notice AS notice
WHERE spread_at IS NULL AND due_at <= %(now)s
    AND NOT EXISTS (SELECT FROM matches_outbox WHERE kind = %(kind)s AND subject = notice.id)
ORDER BY id
""")
_LOGINS_WAKING = Statement("""
SELECT DISTINCT login_id FROM matches_delivery AS delivery
WHERE state = 'waiting' AND due_at <= %(now)s AND mail_id IS NULL
    AND NOT EXISTS (SELECT FROM matches_outbox WHERE kind = %(kind)s AND subject = delivery.login_id)
""")


def notices_sweep(*, now: datetime) -> None:
    """Have spread what should have been long since."""
    forgotten = Notice.objects.filter(spread_at=None, due_at=None, created_at__lt=now - OVERDUE)
    outbox.make_missing_due((NOTICE_SPREAD, number) for number in forgotten.values_list("pk", flat=True))
    notices_wake(now=now)


def notices_prune(*, now: datetime) -> None:
    """Forget notices of long ago, and who was told."""
    old = Notice.objects.filter(created_at__lt=now - KEPT_FOR).exclude(spread_at=None)
    delete_in_slices(old, PRUNED_AT_ONCE)
