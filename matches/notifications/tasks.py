"""Celery's tasks for notices."""

from matches.notifications import services
from matches.notifications.models import NOTICE_SPREAD, NOTICES_DELIVER
from matches.work.tasks import reliable_task


@reliable_task(NOTICE_SPREAD)
def notice_spread(notice_id: int) -> None:
    services.notice_spread(notice_id=notice_id)


@reliable_task(NOTICES_DELIVER)
def notices_deliver(login_id: int) -> None:
    services.notices_deliver(login_id=login_id)
