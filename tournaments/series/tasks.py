"""Celery's tasks for series."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.series import services

from .models import SERIES_PROCESS_DUE


@reliable_task(SERIES_PROCESS_DUE, Queue.ADVANCE)
def series_process_due(series_id: int) -> None:
    services.series_process_due(series_id=series_id)
