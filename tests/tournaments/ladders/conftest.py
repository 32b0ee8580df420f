"""What tests of ladders share."""

import pytest

from tests.conftest import NOON
from tournaments.ladders import services

from .climbing import Climbed


@pytest.fixture
def ladder(director, club, players):
    """ladder(4, above=2): Ann, Bob, Cem, Dai from the top, joined at noon."""

    def make(count, kind="position", *, length=5, field=None, **kind_options):
        row = services.ladder_create(
            actor=director, club=club, name="Wall", kind=kind, kind_options=kind_options, length=length
        )
        found = Climbed(row, director, field or players(count))
        for player in found.players.values():
            services.ladder_join(actor=director, ladder_id=row.pk, player=player, now=NOON)
        return found

    return make
