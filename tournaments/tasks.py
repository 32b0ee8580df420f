"""Celery's door to the tournaments' services."""

from matches.tasks import reliable
from tournaments import services


@reliable
def tournament_advance(tournament_id: int) -> None:
    services.tournament_advance(tournament_id=tournament_id)


@reliable
def fixture_advance(fixture_id: int) -> None:
    services.fixture_advance(fixture_id=fixture_id)


@reliable
def pond_attend(pond_id: int) -> None:
    services.pond_attend(pond_id=pond_id)


@reliable
def deadlines() -> None:
    services.ponds_wake()


@reliable
def sweep() -> None:
    services.tournaments_sweep()
    services.ponds_sweep()
