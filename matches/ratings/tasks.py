"""Celery's tasks for ratings."""

from matches.ratings import services
from matches.work.tasks import reliable_task

from .models import RATINGS_UPDATE


@reliable_task(RATINGS_UPDATE)
def ratings_update(subject: int) -> None:
    services.ratings_update()


# Terms of a pool, or a merge, may have millions of matches folded anew; one worker at a time does that.
ratings_update.soft_time_limit, ratings_update.time_limit = 3600, 3660
