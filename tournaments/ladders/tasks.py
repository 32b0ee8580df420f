"""Celery's tasks for ladders."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.ladders import services

from .models import LADDER_PROCESS_DUE


@reliable_task(LADDER_PROCESS_DUE, Queue.ADVANCE)
def ladder_process_due(ladder_id: int) -> None:
    services.ladder_process_due(ladder_id=ladder_id)
