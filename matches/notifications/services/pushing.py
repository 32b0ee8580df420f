"""Web push: to every browser in which a login allows it."""

from collections.abc import Sequence
from datetime import datetime

from matches.accounts.models import User
from matches.notifications.models import Delivery
from matches.notifications.selectors import LoadedNotice


def notices_push(login: User, batch: Sequence[tuple[Delivery, LoadedNotice]], now: datetime) -> bool:
    """Push one message; whether it need not be tried again."""
    return True
