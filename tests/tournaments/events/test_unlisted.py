"""Events that are not listed: found by whoever has the address, shown in lists to those whom they concern."""

import pytest

from tests.conftest import api_as
from tests.factories import AppointmentFactory, PlayerFactory, UserFactory
from tournaments.events.services import entry_add, tournament_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(club, director):
    return tournament_create(actor=director, club=club, name="Private", lengths=[5], listed=False)


@pytest.fixture
def kim(db):
    return PlayerFactory(name="Kim", user=UserFactory(username="kim"))


def listed(viewer, where="/api/v1/tournaments/"):
    return [row["name"] for row in api_as(viewer).get(where).json()["results"]]


def seen_on_pages(client, viewer, club):
    client.logout()
    if viewer is not None:
        client.force_login(viewer)
    return {
        where: "Private" in client.get(where).content.decode()
        for where in ("/tournaments/", f"/clubs/{club.pk}/")
    }


def test_lists_show_it_to_nobody_else(client, club, private, kim):
    for viewer in (None, kim.user):
        assert listed(viewer) == []
        assert listed(viewer, f"/api/v1/tournaments/?club={club.pk}") == []
        assert set(seen_on_pages(client, viewer, club).values()) == {False}


def test_whom_it_concerns_finds_it_in_lists(client, club, director, private, kim):
    helper = UserFactory(username="helper")
    AppointmentFactory(club=club, user=helper, role="scorekeeper", tournament=private)
    entry_add(actor=director, tournament_id=private.pk, player=kim)
    for viewer in (director, helper, kim.user, UserFactory(username="staff", is_staff=True)):
        assert listed(viewer) == ["Private"]
        assert set(seen_on_pages(client, viewer, club).values()) == {True}


def test_once_however_often_somebody_is_concerned(club, director, private):
    AppointmentFactory(club=club, user=director, role="scorekeeper", tournament=private)
    own = PlayerFactory(name="Dee", user=director)
    entry_add(actor=director, tournament_id=private.pk, player=own)
    assert listed(director) == ["Private"]


def test_whoever_has_the_address_finds_it_and_no_search_engine(client, private):
    assert api_as(None).get(f"/api/v1/tournaments/{private.pk}/").json()["listed"] is False
    page = client.get(f"/tournaments/{private.pk}/")
    assert (page.status_code, page["X-Robots-Tag"]) == (200, "noindex")


def test_what_is_listed_is_for_everybody(client, club, director):
    cup = tournament_create(actor=director, club=club, name="Open", lengths=[5])
    assert listed(None) == ["Open"]
    assert "X-Robots-Tag" not in client.get(f"/tournaments/{cup.pk}/")


def test_it_is_announced_so_by_the_api(club, director):
    sent = {"club": club.pk, "name": "Private", "lengths": [5], "listed": False}
    answer = api_as(director).post("/api/v1/tournaments/", sent)
    assert (answer.status_code, answer.json()["listed"]) == (201, False)
    assert listed(None) == []
