"""Beside names in lists: the country of those who have made it public, and of nobody else."""

import re

import pytest
from django.db import connection

from matches.facts.versions import current_version
from matches.players.models import PRIVATE_PARTS, Player
from matches.players.selectors import PUBLIC_COUNTRY, public_country
from matches.players.services import player_edit
from tests.conftest import NOON, director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory, RatingPoolFactory, StandingFactory, UserFactory
from tournaments.events.services import tournament_create
from tournaments.ladders.services import ladder_create, ladder_join

pytestmark = pytest.mark.django_db

BADGE = re.compile(
    r'>([\w ]+)</a> <span class="country" title="([^"]+)"><span aria-hidden="true">([A-Z]{2})</span>'
    r'<span class="unseen">([^<]+)</span></span>'
)


def badges(client, address, language="en"):
    """By the name of the player: the letters, and the country that is named."""
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200, address
    page = answer.content.decode()
    found = {name: (letters, said) for name, title, letters, said in BADGE.findall(page) if title == said}
    assert page.count('class="country"') == len(BADGE.findall(page)), "nothing but beside names"
    return found


@pytest.fixture
def field():
    """One who says where from, one who keeps it private, one of whom nothing is on file."""
    return [
        PlayerFactory(name="Open Ann", country="JP", private=["bio"]),
        PlayerFactory(name="Secret Bob", country="SE", private=["country"]),
        PlayerFactory(name="Plain Cem"),
        PlayerFactory(name="New Dai", country="DE", private=[*PRIVATE_PARTS]),
    ]


ANN = {"Open Ann": ("JP", "Japan")}

# -- Who shows it


def test_a_country_is_public_where_its_player_has_made_it(field):
    assert [public_country(player) for player in field] == ["JP", "", "", ""]


def test_of_a_record_that_was_merged_it_is_that_of_who_stands_in(field):
    ann, bob, *_ = field
    merged = PlayerFactory(name="Old Ann", country="FR", stand_in=ann)
    hidden = PlayerFactory(name="Old Bob", country="FR", stand_in=bob)
    assert (public_country(merged), public_country(hidden)) == ("JP", "")


def test_a_column_says_the_same(field):
    column = PUBLIC_COUNTRY.format(player="player")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {column} FROM matches_player AS player")
        found = dict(cursor.fetchall())
    assert found == {player.pk: public_country(player) for player in Player.objects.all()}


# -- Where it is shown


def test_entries_and_standings_of_an_event(client, club, director, knockout, field):
    coming = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    field_entered(coming, director, field)
    assert badges(client, f"/tournaments/{coming.pk}/") == ANN
    assert badges(client, f"/tournaments/{coming.pk}/", "ja") == {"Open Ann": ("JP", "日本")}
    assert badges(client, f"/embed/tournaments/{coming.pk}/standings/") == ANN
    drawn = knockout(4, field=field)
    director_reports(fixture_at(drawn, "R1-M1").match, director, (5, 3))
    work_off()
    assert badges(client, f"/tournaments/{drawn.pk}/") == ANN
    assert badges(client, f"/tournaments/{drawn.pk}/event.html") == ANN


def test_ladders(client, club, director, field):
    ladder = ladder_create(actor=director, club=club, name="Wall", kind="position", kind_options={}, length=5)
    for player in field:
        ladder_join(actor=director, ladder_id=ladder.pk, player=player, now=NOON)
    assert badges(client, f"/ladders/{ladder.pk}/") == ANN


def test_ratings(client, field):
    pool = RatingPoolFactory()
    merged = PlayerFactory(name="Old Ann", country="FR", stand_in=field[0])
    hidden = PlayerFactory(name="Old Bob", country="FR", stand_in=field[1])
    for player in (merged, hidden, *field[2:]):
        StandingFactory(rating_pool=pool, player=player)
    assert badges(client, f"/ratings/{pool.pk}/?experience=0&matches=0") == ANN
    assert badges(client, "/players/") == ANN


def test_whoever_takes_it_back_is_shown_without_at_once(client, club, director, field):
    event = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    field_entered(event, director, field)
    assert badges(client, f"/tournaments/{event.pk}/") == ANN
    before = current_version(f"tournament-{event.pk}")
    staff = UserFactory(is_staff=True)
    player_edit(actor=staff, player_id=field[0].pk, private=["country"])
    assert current_version(f"tournament-{event.pk}") > before, "open pages are told"
    assert badges(client, f"/tournaments/{event.pk}/") == {}
