"""What of a player is public, and who is shown how to reach them: what the person has agreed to."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.players.models import ProfileConsent
from matches.players.selectors import may_see_contact, private_choices
from matches.players.services import player_create, player_edit
from tests.answers import assert_problem
from tests.conftest import NOON, api_as
from tests.factories import AppointmentFactory, UserFactory
from tournaments.clubs.services import club_create, club_player_record, membership_add, membership_end
from tournaments.events.services import entry_add, tournament_create
from tournaments.ladders.services import ladder_create, ladder_join

from .people import club_director, person, recorded, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(db):
    kim = person("Kim")
    return player_edit(actor=kim.user, player_id=kim.pk, contact="kim@home.example", now=NOON)


@pytest.fixture
def mallory(db):
    """Whoever founds a club may do with it what they like."""
    login = UserFactory(username="mallory")
    club_create(actor=login, name="Mallory's")
    return login


def club_of(login):
    return login.appointments.get().club


# -- A public profile


def test_nobody_is_public_before_they_agree(club):
    lou = club_player_record(
        actor=club_director(club), club=club, name="Lou", country="JP", aliases=["lou_1"]
    )
    assert lou.private == private_choices()
    seen = api_as(None).get(f"/api/v1/players/{lou.pk}/").json()
    assert (seen["name"], seen["country"], seen["aliases"]) == ("Lou", "", [])
    seen = api_as(club_director(club)).get(f"/api/v1/players/{lou.pk}/").json()
    assert (seen["country"], seen["aliases"]) == ("JP", ["lou_1"])
    assert not ProfileConsent.objects.exists()


def test_who_agreed_to_what_is_on_file(club):
    director = club_director(club)
    lou = recorded(club, "Lou")
    rest = [part for part in private_choices() if part != "country"]
    player_edit(actor=director, player_id=lou.pk, country="JP", private=rest, now=NOON)
    consent = ProfileConsent.objects.get()
    assert (consent.public, consent.recorded_by) == (["country"], director)
    assert api_as(None).get(f"/api/v1/players/{lou.pk}/").json()["country"] == "JP"
    player_edit(actor=director, player_id=lou.pk, private=private_choices(), now=NOON)
    assert ProfileConsent.objects.order_by("-serial").first().public == []
    assert api_as(None).get(f"/api/v1/players/{lou.pk}/").json()["country"] == ""


def test_what_does_not_change_is_not_agreed_to_anew(kim):
    made = player_create(actor=kim.user, name="Lou", private=["bio"], now=NOON)
    player_edit(actor=kim.user, player_id=made.pk, private=["bio"], country="JP", now=NOON)
    assert ProfileConsent.objects.count() == 1


def test_members_are_listed_once_they_agree(club):
    lou = recorded(club, "Lou")
    membership_add(actor=club_director(club), club_id=club.pk, player=lou)
    address = f"/api/v1/clubs/{club.pk}/members/"
    assert api_as(None).get(address).json()["results"] == []
    assert len(api_as(club_director(club)).get(address).json()["results"]) == 1
    player_edit(actor=club_director(club), player_id=lou.pk, private=[])
    assert len(api_as(None).get(address).json()["results"]) == 1


# -- How to reach somebody


def test_a_stranger_is_not_told_by_entering_the_player(kim, mallory):
    cup = tournament_create(actor=mallory, club=club_of(mallory), name="Trap", lengths=[5])
    entry_add(actor=mallory, tournament_id=cup.pk, player=kim)
    membership_add(actor=mallory, club_id=club_of(mallory).pk, player=kim)
    ladder = ladder_create(actor=mallory, club=club_of(mallory), name="Trap", kind="position", length=5)
    ladder_join(actor=mallory, ladder_id=ladder.pk, player=kim)
    assert not may_see_contact(mallory, kim)
    answer = api_as(mallory).get(f"/api/v1/players/{kim.pk}/contact/")
    assert_problem(answer, 403, "not_allowed", "Ask the player")
    assert "kim@home.example" not in answer.content.decode()
    assert_problem(api_as(None).get(f"/api/v1/players/{kim.pk}/contact/"), 401, "not_authenticated")


def test_who_runs_what_the_player_has_entered_is_told(kim, club):
    director = club_director(club)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    helper = UserFactory(username="helper")
    AppointmentFactory(club=club, user=helper, role="scorekeeper", tournament=cup)
    assert not may_see_contact(director, kim)
    entry_add(actor=kim.user, tournament_id=cup.pk, player=kim)
    assert may_see_contact(director, kim)
    assert not may_see_contact(helper, kim)
    cup.state = cup.State.FINISHED
    cup.save(update_fields=["state"])
    assert not may_see_contact(director, kim)


def test_who_runs_a_club_of_the_player_is_told_as_long_as_it_is(kim, club):
    long_ago = timezone.now().date() - timedelta(days=9)
    belonging = membership_add(actor=staff(), club_id=club.pk, player=kim, starts_on=long_ago)
    assert may_see_contact(club_director(club), kim)
    yesterday = timezone.now().date() - timedelta(days=1)
    membership_end(actor=kim.user, membership_id=belonging.pk, ends_on=yesterday)
    assert not may_see_contact(club_director(club), kim)


def test_who_keeps_the_profile_is_told(club, mallory):
    lou = recorded(club, "Lou")
    assert may_see_contact(club_director(club), lou)
    assert not may_see_contact(mallory, lou)


def test_the_pages_show_it_to_the_same(client, kim, club, mallory):
    membership_add(actor=staff(), club_id=club.pk, player=kim)
    shown = {}
    for viewer in (mallory, club_director(club), kim.user):
        client.force_login(viewer)
        shown[viewer.username] = "kim@home.example" in client.get(f"/players/{kim.pk}/").content.decode()
    assert shown == {"mallory": False, "director": True, "kim": True}
    client.logout()
    assert "kim@home.example" not in client.get(f"/players/{kim.pk}/").content.decode()
