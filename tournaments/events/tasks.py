"""Celery's door to the tournaments' services."""

from matches import outbox
from matches.tasks import reliable
from tournaments import services
from tournaments.outbox import FIXTURE_ADVANCE, LADDER_ATTEND, POND_ATTEND, TOURNAMENT_ADVANCE


# What was sent again while it waited for its turn is done once: the second time nothing is due.
@reliable(TOURNAMENT_ADVANCE)
def tournament_advance(tournament_id: int) -> None:
    if outbox.seen(TOURNAMENT_ADVANCE, tournament_id):
        services.tournament_advance(tournament_id=tournament_id)


@reliable(FIXTURE_ADVANCE)
def fixture_advance(fixture_id: int) -> None:
    if outbox.seen(FIXTURE_ADVANCE, fixture_id):
        services.fixture_advance(fixture_id=fixture_id)


@reliable(POND_ATTEND)
def pond_attend(pond_id: int) -> None:
    services.pond_attend(pond_id=pond_id)


@reliable(LADDER_ATTEND)
def ladder_attend(ladder_id: int) -> None:
    services.ladder_attend(ladder_id=ladder_id)
