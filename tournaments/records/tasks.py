"""Celery's tasks for records."""

from matches.work import outbox
from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.records import services

from .models import EVENT_RECORD


@reliable_task(EVENT_RECORD, Queue.ANALYSE)
def event_record(tournament_id: int) -> None:
    # What was sent again while it waited for its turn is done once: the second time nothing is due.
    if outbox.open_outbox_row(EVENT_RECORD, tournament_id):
        services.event_record(tournament_id=tournament_id)
