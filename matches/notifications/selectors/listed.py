"""The list of somebody's notices."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.accounts.models import User
from matches.notifications.models import Delivery

from .told import notices_loaded


class ListedNotice(NamedTuple):
    """A notice as it stands in the list of a login, in the language and zone in force.

    number: of the delivery. is_over: there is nothing to be done about it any more.
    """

    number: int
    kind: str
    subject: str
    subject_number: int
    title: str
    sentence: str
    address: str
    deadline: datetime | None
    at: datetime
    read_at: datetime | None
    is_over: bool


def notices_of_login(login: User) -> QuerySet[Delivery]:
    """What a login was told, the latest first."""
    own = Delivery.objects.filter(login=login, channel=Delivery.Channel.PAGE)
    return own.select_related("notice").order_by("-pk")


def unread_notices(login: User) -> int:
    """How many a login has not seen."""
    return unread_deliveries().filter(login=login).count()


def unread_of_login() -> Coalesce:
    """The same, as a column of logins."""
    own = unread_deliveries().filter(login=OuterRef("pk")).order_by().values("login")
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)


def unread_deliveries() -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=Delivery.Channel.PAGE, read_at=None)


def notices_listed(deliveries: Iterable[Delivery], login: User, now: datetime) -> list[ListedNotice]:
    """What these say; without those whose subject is gone. As many queries as the kinds among them take."""
    rows = list(deliveries)
    loaded = notices_loaded(row.notice for row in rows)
    found = []
    for row in rows:
        if (notice := loaded.get(row.notice_id)) is None:
            continue
        text = notice.text(login)
        found.append(
            ListedNotice(
                row.pk,
                row.notice.kind,
                notice.kind.subject,
                row.notice.subject,
                text.title,
                text.sentence,
                notice.address,
                notice.deadline,
                row.notice.created_at,
                row.read_at,
                not notice.still_holds(now),
            )
        )
    return found
