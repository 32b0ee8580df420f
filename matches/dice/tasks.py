"""Celery's door to the dice of transcripts."""

from typing import TYPE_CHECKING

from matches.dice import services

from .models import DICE_EXTRACT

if TYPE_CHECKING:
    pass
from matches.work.tasks import reliable_task


@reliable_task(DICE_EXTRACT)
def dice_extract(report_id: int) -> None:
    services.dice_extract(report_id=report_id)
