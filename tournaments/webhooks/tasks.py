"""Celery's tasks for webhooks."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.webhooks import services
from tournaments.webhooks.models import WEBHOOK_SEND


@reliable_task(WEBHOOK_SEND, Queue.NOTIFY)
def webhook_send(webhook_id: int) -> None:
    services.webhook_send(webhook_id=webhook_id)
