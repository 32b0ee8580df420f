"""Celery's door to the tournaments' services."""

from matches.tasks import reliable
from tournaments import services


@reliable
def tournament_advance(tournament_id: int) -> None:
    services.tournament_advance(tournament_id=tournament_id)


@reliable
def sweep() -> None:
    services.tournaments_sweep()
