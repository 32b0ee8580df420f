"""Celery's tasks for ratings."""

from matches.ratings import services
from matches.work.queues import Queue
from matches.work.tasks import reliable_task, task_together

from .models import RATING_POOL_UPDATE, RATINGS_UPDATE


# One at once: an update looks for itself at all that is due.
@task_together(RATINGS_UPDATE, Queue.RATE, most=1)
def ratings_update(_: list[int]) -> None:
    services.ratings_update()


@reliable_task(RATING_POOL_UPDATE, Queue.BULK)
def rating_pool_update(rating_pool_id: int) -> None:
    services.rating_pool_update(rating_pool_id=rating_pool_id)
