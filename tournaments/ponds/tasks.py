"""Celery's tasks for ponds."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.ponds import services

from .models import POND_PROCESS_DUE


@reliable_task(POND_PROCESS_DUE, Queue.ADVANCE)
def pond_process_due(pond_id: int) -> None:
    services.pond_process_due(pond_id=pond_id)
