"""A club invites a list of people: each gets the profile that the director meant."""

import re

import pytest

from matches.accounts.errors import NotAllowed
from matches.players.models import InvitationLink, Player
from matches.players.services import link_opened
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.errors import NameAmbiguous
from tournaments.clubs.services import club_create, club_invite, club_player_record

pytestmark = pytest.mark.django_db


def recorded(club, director, name):
    return club_player_record(actor=director, club=club, name=name)


def invited(director, club, **whom):
    return [
        (each.link.player.name, each.link.player_id)
        for each in club_invite(actor=director, club=club, **whom)
    ]


def test_by_number_and_by_name(club, director):
    kim, lou = recorded(club, director, "Kim"), recorded(club, director, "Lou")
    found = invited(director, club, players=[lou.pk], names=["kim", "Lou", "Ann"])
    assert found[:2] == [("Lou", lou.pk), ("Kim", kim.pk)]
    assert [name for name, _number in found] == ["Lou", "Kim", "Ann"]
    ann = Player.objects.get(name="Ann")
    assert ann.registrations.get().club == club


def test_a_stranger_of_that_name_is_somebody_else(club, director):
    stranger = PlayerFactory(name="Kim", user=None)
    ((_name, number),) = invited(director, club, names=["Kim"])
    assert number != stranger.pk


def test_two_of_a_name_are_told_apart(club, director):
    one, two = recorded(club, director, "Kim"), recorded(club, director, "KIM")
    with pytest.raises(NameAmbiguous) as refused:
        invited(director, club, names=["Ann", "Kim"])
    assert refused.value.data["players"] == [one.pk, two.pk]
    assert not Player.objects.filter(name="Ann").exists(), "all or none"
    assert not InvitationLink.objects.exists()


def test_of_other_clubs_nobody_is_invited(club, director):
    theirs = club_create(actor=UserFactory(username="mia"), name="Theirs")
    foreign = recorded(theirs, theirs.appointments.get().user, "Kim")
    for actor, of in ((director, theirs), (UserFactory(username="nobody"), club)):
        with pytest.raises(NotAllowed):
            invited(actor, of, names=["Ann"])
    with pytest.raises(NotAllowed):
        invited(director, club, players=[foreign.pk])
    assert not InvitationLink.objects.exists()


def test_by_the_api_all_or_none(club, director):
    client, base = api_as(director), f"/api/v1/clubs/{club.pk}/invitation-links/"
    answer = client.post(base, {"names": ["Kim", "Lou"]})
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    for row in answer.json():
        secret = row["url"].rstrip("/").rpartition("/")[2]
        assert link_opened(secret).player_id == row["player"]["id"]
    for empty in ({}, {"names": []}, {"players": [], "names": []}):
        assert_problem(client.post(base, empty), 400, "invalid_request")
    assert_problem(client.post(base, {"names": ["Ann"], "players": [0]}), 422, "unknown_player")
    assert not Player.objects.filter(name="Ann").exists()
    recorded(club, director, "kim")
    assert_problem(client.post(base, {"names": ["Kim"]}), 422, "name_ambiguous")


def test_on_the_page(client, club, director):
    kim = recorded(club, director, "Kim")
    address = f"/clubs/{club.pk}/invite/"
    client.force_login(UserFactory(username="nobody"))
    assert client.get(address).status_code == 403
    client.force_login(director)
    assert "Kim" in client.get(address).content.decode()
    assert client.post(address, {}).status_code == 422
    answer = client.post(address, {"players": [kim.pk], "names": " Ann  Lee \n\nLou"})
    page = answer.content.decode()
    assert len(set(re.findall(r'value="[^"]*/join/([^/]+)/"', page))) == 3
    assert page.count('<div class="qr"') == 3
    assert "no-store" in answer["Cache-Control"]
    assert set(Player.objects.filter(registrations__club=club).values_list("name", flat=True)) == {
        "Kim",
        "Ann Lee",
        "Lou",
    }
