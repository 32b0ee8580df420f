"""Celery's door to ponds."""

from matches.work.tasks import reliable_task
from tournaments.ponds import services

from .models import POND_ATTEND


@reliable_task(POND_ATTEND)
def pond_attend(pond_id: int) -> None:
    services.pond_attend(pond_id=pond_id)
