"""Celery's task for venues."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.venues import services
from tournaments.venues.models import VENUE_PROCESS_DUE


@reliable_task(VENUE_PROCESS_DUE, Queue.ADVANCE)
def venue_process_due(venue_id: int) -> None:
    services.venue_process_due(venue_id=venue_id)
