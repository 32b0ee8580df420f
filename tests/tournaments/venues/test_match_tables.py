"""A match called to a table from its own page: of a ladder, too."""

import pytest

from tests.conftest import NOON
from tests.factories import UserFactory
from tests.tournaments.events.test_pages import visible
from tests.tournaments.ladders.climbing import Climbed
from tournaments.ladders.services import ladder_create, ladder_join
from tournaments.venues.models import Seating, TableCallEnd
from tournaments.venues.services import call_take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(director, club, players):
    """Of a challenge on a ladder of the club."""
    row = ladder_create(actor=director, club=club, name="Wall", kind="position", length=5)
    climbed = Climbed(row, director, players(2))
    for player in climbed.players.values():
        ladder_join(actor=director, ladder_id=row.pk, player=player, now=NOON)
    return climbed.answer(climbed.challenge("Bob", "Ann")).match


def page_of(client, match, **headers):
    return client.get(f"/matches/{match.pk}/", headers=headers).content.decode()


def test_a_match_of_a_ladder_is_called_from_its_page(client, match, hall, director):
    venue = hall("1", "2")
    client.force_login(director)
    page = page_of(client, match)
    assert f'action="/venues/{venue.pk}/call/"' in page
    assert "Table of Hall" in visible(page)
    assert "この卓に呼び出す" in page_of(client, match, accept_language="ja")
    client.post(f"/venues/{venue.pk}/call/", {"match": match.pk, "table": "2"})
    call = Seating.objects.get(match=match).call
    assert "Called to table 2 of Hall" in visible(page_of(client, match))
    at_venue = client.get(f"/venues/{venue.pk}/").content.decode()
    take_back = f"/venues/{venue.pk}/calls/{call.pk}/take-back/"
    assert f'action="{take_back}"' in at_venue
    assert f'action="/venues/{venue.pk}/calls/{call.pk}/move/"' in at_venue
    client.post(take_back)
    assert TableCallEnd.objects.filter(call=call).exists()


def test_a_table_that_is_taken_is_not_offered(client, match, hall, director, club):
    venue = hall("1")
    client.force_login(director)
    client.post(f"/venues/{venue.pk}/call/", {"match": match.pk, "table": "1"})
    call_take_back(actor=director, call_id=Seating.objects.get().call_id)
    assert "<option>1</option>" in page_of(client, match)


def test_who_plays_or_looks_calls_nothing(client, match, hall):
    venue = hall("1")
    for user in (match.one.user, UserFactory()):
        client.force_login(user)
        assert "Call to this table" not in page_of(client, match)
        client.post(f"/venues/{venue.pk}/call/", {"match": match.pk, "table": "1"})
        assert not Seating.objects.exists()


def test_queries(client, match, hall, director, django_assert_num_queries):
    client.force_login(director)
    page_of(client, match)
    for number in range(3):
        hall("1", "2", name=f"Hall {number}")
        with django_assert_num_queries(QUERIES):
            page_of(client, match)


QUERIES = 30
