"""Celery's tasks for tournaments and their fixtures."""

from matches.work.queues import Queue
from matches.work.tasks import reliable_task, task_together
from tournaments.events import services
from tournaments.events.models import FIXTURE_ADVANCE, TOURNAMENT_ADVANCE


@reliable_task(TOURNAMENT_ADVANCE, Queue.ADVANCE)
def tournament_advance(tournament_id: int) -> None:
    services.tournament_advance(tournament_id=tournament_id)


@task_together(FIXTURE_ADVANCE, Queue.ADVANCE, most=40)
def fixtures_advance(fixture_ids: list[int]) -> None:
    services.fixtures_advance(fixture_ids=fixture_ids)
