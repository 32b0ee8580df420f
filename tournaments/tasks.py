"""Celery's door to the tournaments' services."""

from matches import outbox
from matches.tasks import reliable
from tournaments import services
from tournaments.outbox import FIXTURE_ADVANCE, TOURNAMENT_ADVANCE


# What was sent again while it waited for its turn is done once: the second time nothing is due.
@reliable
def tournament_advance(tournament_id: int) -> None:
    if outbox.seen(TOURNAMENT_ADVANCE, tournament_id):
        services.tournament_advance(tournament_id=tournament_id)


@reliable
def fixture_advance(fixture_id: int) -> None:
    if outbox.seen(FIXTURE_ADVANCE, fixture_id):
        services.fixture_advance(fixture_id=fixture_id)


@reliable
def pond_attend(pond_id: int) -> None:
    services.pond_attend(pond_id=pond_id)


@reliable
def ladder_attend(ladder_id: int) -> None:
    services.ladder_attend(ladder_id=ladder_id)


@reliable
def deadlines() -> None:
    services.ponds_wake()
    services.ladders_wake()


@reliable
def sweep() -> None:
    services.tournaments_sweep()
    services.ponds_sweep()
    services.ladders_sweep()
