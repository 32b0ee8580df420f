"""Celery's tasks for records."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.records import services

from .models import EVENT_RECORD


@reliable_task(EVENT_RECORD, Queue.ANALYSE)
def event_record(tournament_id: int) -> None:
    services.event_record(tournament_id=tournament_id)
