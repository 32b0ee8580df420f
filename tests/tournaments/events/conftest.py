"""What tests of several pages of events begin with."""

from datetime import UTC, datetime

import pytest

from tests.matches.players.people import recorded
from tests.tournaments.leagues.seasons import league_of
from tournaments.clubs.services import club_create, club_edit
from tournaments.events.services import tournament_create
from tournaments.ladders.services import ladder_create
from tournaments.ponds.services import pond_create
from tournaments.venues.services import venue_create


@pytest.fixture
def town(director):
    """A club in Tokyo and one in Köln, with an event of every kind."""
    tokyo = club_create(actor=director, name="Golden Club 東京")
    club_edit(actor=director, club_id=tokyo.pk, place="Shibuya, Tōkyō", time_zone="Asia/Tokyo")
    cologne = club_create(actor=director, name="Kölner Backgammon")
    club_edit(actor=director, club_id=cologne.pk, place="Köln", time_zone="Europe/Berlin")
    tournament_create(
        actor=director,
        club=tokyo,
        name="Golden Cup",
        lengths=(5,),
        starts_at=datetime(2026, 12, 1, 16, tzinfo=UTC),
    )
    tournament_create(
        actor=director,
        club=cologne,
        name="Golden Weekend",
        lengths=(5,),
        format="round_robin",
        place="Düsseldorf",
        starts_at=datetime(2026, 12, 4, 23, tzinfo=UTC),
        ends_at=datetime(2026, 12, 6, 18, tzinfo=UTC),
    )
    tournament_create(actor=director, club=cologne, name="Some Evening", lengths=(5,))
    tavern = venue_create(
        actor=director, club=cologne, name="The Tavern", place="Lisboa", time_zone="Europe/Lisbon"
    )
    tournament_create(
        actor=director,
        club=cologne,
        name="Abroad",
        lengths=(5,),
        venue=tavern.pk,
        starts_at=datetime(2027, 1, 7, 23, 30, tzinfo=UTC),
    )
    ladder_create(actor=director, club=tokyo, name="Golden Ladder", kind="position", length=5)
    league_of(cologne, director, name="Golden League")
    pond_create(actor=director, club=cologne, name="Golden Pond")
    recorded(tokyo, "Kim Golden")
