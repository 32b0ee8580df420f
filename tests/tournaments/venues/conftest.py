"""A club evening: a venue, and events that are played there."""

import pytest

from tests.conftest import NOON, director_reports, field_entered, fixture_at, work_off
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import venue_create


def tables(*names):
    return [name if isinstance(name, VenueTable) else VenueTable(name) for name in names]


@pytest.fixture
def hall(club, director):
    """hall("1", "2"): a venue of the club with these tables."""

    def make(*names, name="Hall", of=None):
        return venue_create(actor=director, club=of or club, name=name, tables=tables(*names))

    return make


@pytest.fixture
def event(club, director):
    """event(venue, players): an event of the club, drawn in the order of the players."""

    def make(venue, field, *, name="Thursday double", at=NOON, lengths=(5,), **announced):
        row = tournament_create(
            actor=director,
            club=club,
            name=name,
            lengths=lengths,
            venue=None if venue is None else venue.pk,
            **announced,
        )
        entries = field_entered(row, director, field)
        tournament_draw(
            actor=director,
            tournament_id=row.pk,
            seeding=Seeding.MANUAL,
            seeded=[entry.pk for entry in entries],
            seed="test",
            now=at,
        )
        work_off()
        # Workers set them up when it pleases them.
        row.fixtures.update(created_at=at)
        row.refresh_from_db()
        return row

    return make


def match_at(tournament, key):
    return fixture_at(tournament, key).match


def report(match, director, *, score=(5, 1), minute=0):
    director_reports(match, director, score, minute=minute)
