"""Celery's tasks for ratings."""

from matches.ratings import services
from matches.work.queues import Queue
from matches.work.tasks import task_together

from .models import RATINGS_UPDATE


# One at once: an update looks for itself at all that is due.
@task_together(RATINGS_UPDATE, Queue.RATE, most=1)
def ratings_update(_: list[int]) -> None:
    services.ratings_update()


# Terms of a pool, or a merge, may have millions of matches folded anew; one worker at a time does that.
ratings_update.soft_time_limit, ratings_update.time_limit = 3600, 3660
