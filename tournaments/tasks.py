"""Celery's door to the tournaments' services."""

from celery import shared_task

from matches.tasks import RELIABLE
from tournaments import services


@shared_task(**RELIABLE)
def tournament_advance(tournament_id: int) -> None:
    services.tournament_advance(tournament_id=tournament_id)


@shared_task(**RELIABLE)
def sweep() -> None:
    services.tournaments_sweep()
