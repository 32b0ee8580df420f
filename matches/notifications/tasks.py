"""Celery's tasks for notices."""

from matches.notifications import services
from matches.notifications.models import NOTICE_SPREAD, NOTICES_DELIVER
from matches.work.services import work_together
from matches.work.tasks import reliable_task

# How many notices are spread at once.
NOTICES_AT_ONCE = 40


@reliable_task(NOTICE_SPREAD)
def notice_spread(notice_id: int) -> None:
    work_together(
        NOTICE_SPREAD, notice_id, NOTICES_AT_ONCE, lambda some: services.notices_spread(notice_ids=some)
    )


@reliable_task(NOTICES_DELIVER)
def notices_deliver(login_id: int) -> None:
    services.notices_deliver(login_id=login_id)
