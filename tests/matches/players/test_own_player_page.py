"""Who has signed up says on a page who they are: somebody new, or a player whom a club has recorded."""

import pytest

from matches.players.models import Player
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_pages import visible

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(client):
    login = UserFactory(username="kim")
    client.force_login(login)
    return login


def test_somebody_new_plays_and_goes_on_to_where_they_wanted(client, kim):
    page = client.get("/me/", {"next": "/tournaments/"})
    assert 'name="next" value="/tournaments/"' in page.content.decode()
    done = client.post("/me/", {"player": "Kim  Doe", "next": "/tournaments/"})
    assert (done.status_code, done["Location"]) == (302, "/tournaments/")
    player = Player.objects.get(user=kim)
    assert (player.name, player.created_by) == ("Kim Doe", kim)
    again = client.get("/me/")
    assert again["Location"] == f"/players/{player.pk}/"
    client.post("/me/", {"player": "Another"})
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    "next_page", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"]
)
def test_nobody_is_led_elsewhere(client, kim, next_page):
    done = client.post("/me/", {"player": "Kim Doe", "next": next_page})
    assert done["Location"] == f"/players/{Player.objects.get().pk}/"


def test_whom_a_club_has_recorded_is_claimed(client, kim):
    recorded = PlayerFactory(name="Kim Doe")
    led = client.post("/me/", {"player": "Kim Doe"})
    assert led["Location"] == f"/players/{recorded.pk}/#claim"
    assert 'id="claim"' in client.get(f"/players/{recorded.pk}/").content.decode()
    recorded.refresh_from_db()
    assert recorded.user is None


def test_of_the_same_name_as_somebody_with_a_login(client, kim):
    PlayerFactory(name="Kim Doe", user=UserFactory())
    asked = client.post("/me/", {"player": "Kim Doe"})
    shown = asked.content.decode()
    assert asked.status_code == 422
    assert "Kim Doe has a login already." in visible(shown)
    assert 'value="Kim Doe"' in shown
    assert 'name="player-chosen" value="new"' in shown
    client.post("/me/", {"player": "Kim Doe", "player-chosen": "new", "player-asked": "Kim Doe"})
    assert Player.objects.get(user=kim).name == "Kim Doe"


def test_similar_names_are_asked_about(client, kim):
    PlayerFactory(name="Kimberly Doe")
    asked = client.post("/me/", {"player": "Kimberley Doe"})
    assert asked.status_code == 422
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 200])
def test_no_name(client, kim, name):
    asked = client.post("/me/", {"player": name})
    assert (asked.status_code, list(asked.context["form"].errors)) == (422, ["player"])
    assert Player.objects.count() == 0


def test_pages_lead_there(client, kim, club):
    assert f"/me/?next=/clubs/{club.pk}/members/" in client.get(f"/clubs/{club.pk}/members/").content.decode()
    assert "Say who you are at the table" in visible(client.get("/").content.decode())


def test_in_japanese(client, kim):
    assert "プレーヤー名" in client.get("/me/", headers={"accept-language": "ja"}).content.decode()
