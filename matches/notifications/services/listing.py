"""What somebody has seen of their notices."""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone

from matches.accounts.models import User
from matches.notifications.models import Delivery


def notices_read(*, login: User, numbers: Collection[int] | None = None, now: datetime | None = None) -> int:
    """Note that a login has seen notices, by their numbers in the list, or all of them; how many were new."""
    unread = Delivery.objects.filter(login=login, channel=Delivery.Channel.PAGE, read_at=None)
    if numbers is not None:
        unread = unread.filter(pk__in=numbers)
    return unread.update(read_at=now or timezone.now())
