"""Celery's door to ratings."""

from typing import TYPE_CHECKING

from matches.ratings import services

from .models import RATINGS_UPDATE

if TYPE_CHECKING:
    pass
from matches.work.tasks import reliable_task


@reliable_task(RATINGS_UPDATE)
def ratings_update(subject: int) -> None:
    services.ratings_update()


# Terms of a pool, or a merge, may have millions of matches folded anew; one worker at a time does that.
ratings_update.soft_time_limit, ratings_update.time_limit = 3600, 3660
