"""Celery's task for venues."""

from matches.work import outbox
from matches.work.queues import Queue
from matches.work.tasks import reliable_task
from tournaments.venues import services
from tournaments.venues.models import VENUE_PROCESS_DUE


# What was sent again while it waited for its turn is done once: the second time nothing is due.
@reliable_task(VENUE_PROCESS_DUE, Queue.ADVANCE)
def venue_process_due(venue_id: int) -> None:
    if outbox.open_outbox_row(VENUE_PROCESS_DUE, venue_id):
        services.venue_process_due(venue_id=venue_id)
