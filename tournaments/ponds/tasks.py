"""Celery's door to ponds."""

from matches.work.tasks import reliable
from tournaments.ponds import services

from .models import POND_ATTEND


@reliable(POND_ATTEND)
def pond_attend(pond_id: int) -> None:
    services.pond_attend(pond_id=pond_id)
