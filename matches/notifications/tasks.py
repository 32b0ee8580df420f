"""Celery's tasks for notices."""

from matches.notifications import services
from matches.notifications.models import NOTICE_SPREAD, NOTICES_DELIVER
from matches.work.queues import Queue
from matches.work.tasks import reliable_task, task_together


@task_together(NOTICE_SPREAD, Queue.NOTIFY, most=40)
def notices_spread(notice_ids: list[int]) -> None:
    services.notices_spread(notice_ids=notice_ids)


@reliable_task(NOTICES_DELIVER, Queue.NOTIFY)
def notices_deliver(login_id: int) -> None:
    services.notices_deliver(login_id=login_id)
