"""Celery's tasks for tournaments and their fixtures."""

from matches.work import outbox
from matches.work.tasks import reliable_task
from tournaments.events import services
from tournaments.events.models import FIXTURE_ADVANCE, TOURNAMENT_ADVANCE


# What was sent again while it waited for its turn is done once: the second time nothing is due.
@reliable_task(TOURNAMENT_ADVANCE)
def tournament_advance(tournament_id: int) -> None:
    if outbox.open_outbox_row(TOURNAMENT_ADVANCE, tournament_id):
        services.tournament_advance(tournament_id=tournament_id)


@reliable_task(FIXTURE_ADVANCE)
def fixture_advance(fixture_id: int) -> None:
    if outbox.open_outbox_row(FIXTURE_ADVANCE, fixture_id):
        services.fixture_advance(fixture_id=fixture_id)
