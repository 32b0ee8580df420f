"""Events for tests of every room."""

import pytest

from tests.conftest import field_entered, work_off
from tests.factories import PlayerFactory
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding


@pytest.fixture
def drawn(club, director):
    """drawn("round_robin", 4): an event drawn in the order of entry, P1, P2 and so on; what is due set up."""

    def make(format, size, **options):
        cup = tournament_create(
            actor=director, club=club, name="Cup", lengths=(5,), format=format, format_options=options
        )
        field = [PlayerFactory(name=f"P{number}") for number in range(1, size + 1)]
        seeded = [entry.pk for entry in field_entered(cup, director, field)]
        tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.MANUAL, seeded=seeded, seed="x")
        work_off()
        cup.refresh_from_db()
        return cup

    return make
