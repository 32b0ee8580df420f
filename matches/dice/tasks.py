"""Celery's tasks for the dice of transcripts."""

from matches.dice import services
from matches.work.queues import Queue
from matches.work.tasks import reliable_task

from .models import DICE_EXTRACT


@reliable_task(DICE_EXTRACT, Queue.ANALYSE)
def dice_extract(report_id: int) -> None:
    services.dice_extract(report_id=report_id)
