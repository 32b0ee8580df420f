"""Celery's tasks for the dice of transcripts."""

from matches.dice import services
from matches.work.tasks import reliable_task

from .models import DICE_EXTRACT


@reliable_task(DICE_EXTRACT)
def dice_extract(report_id: int) -> None:
    services.dice_extract(report_id=report_id)
