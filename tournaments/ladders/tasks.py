"""Celery's door to ladders."""

from matches.work.tasks import reliable_task
from tournaments.ladders import services

from .models import LADDER_ATTEND


@reliable_task(LADDER_ATTEND)
def ladder_attend(ladder_id: int) -> None:
    services.ladder_attend(ladder_id=ladder_id)
