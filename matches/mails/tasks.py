"""Celery's task for mails."""

from matches.mails import services
from matches.work.queues import Queue
from matches.work.tasks import reliable_task

from .models import MAILS_SEND


@reliable_task(MAILS_SEND, Queue.NOTIFY)
def mails_send(subject: int) -> None:
    services.mails_send()
