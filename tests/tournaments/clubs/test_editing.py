"""Clubs change what they say of themselves, and are removed where nothing was done in them."""

import pytest

from tests.answers import assert_problem
from tests.conftest import api_as
from tests.consent import club_appoint
from tests.factories import UserFactory
from tournaments.clubs.models import Club, ClubEdit
from tournaments.clubs.services import club_create, club_edit, club_player_record
from tournaments.events.services import tournament_create, tournament_remove

pytestmark = pytest.mark.django_db


def at(club, rest=""):
    return f"/api/v1/clubs/{club.pk}/{rest}"


def test_what_it_says_of_itself(inn, owner):
    sent = {
        "name": "The Harbour Inn",
        "text": "Every **Tuesday**.",
        "place": "Quay 3",
        "time_zone": "Asia/Tokyo",
    }
    answer = api_as(owner).patch(at(inn), sent).json()
    assert {name: answer[name] for name in sent} == sent
    edit = ClubEdit.objects.get()
    assert edit.changes["name"] == ["The Inn", "The Harbour Inn"]
    undone = api_as(owner).post(at(inn, f"edits/{edit.pk}/undo/"), {"reason": "No."}).json()
    assert [undone[name] for name in sent] == ["The Inn", "", "", "UTC"]
    facts = api_as(owner).get(at(inn, "facts/")).json()["results"]
    assert [fact["reason"] for fact in facts if fact["kind"] == "clubedit"] == ["", "No."]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"name": "  "}, 400, "invalid_request"),
        ({"time_zone": "Mars/Base"}, 422, "unknown_time_zone"),
        ({"time_zone": ""}, 400, "invalid_request"),
        ({"text": "x" * 10_001}, 400, "invalid_request"),
        ({"removed": True}, 400, "invalid_request"),
        ({"name": "THE TAVERN"}, 409, "club_name_taken"),
    ],
)
def test_what_it_cannot_say(inn, owner, sent, status, code):
    club_create(actor=owner, name="The Tavern")
    assert_problem(api_as(owner).patch(at(inn), sent), status, code)
    assert Club.objects.get(pk=inn.pk).name == "The Inn"
    assert not ClubEdit.objects.exists()


def test_whom_to_ask_leaves_no_trace(inn, owner):
    assert api_as(owner).patch(at(inn), {"contact": "Dora, 0170"}).json()["contact"] == "Dora, 0170"
    assert not ClubEdit.objects.exists()


def test_a_club_founded_by_mistake_is_removed_and_put_back(inn, owner):
    director = UserFactory()
    club_appoint(actor=owner, club=inn, user=director, role="director")
    assert_problem(api_as(director).delete(at(inn)), 403, "not_allowed")
    assert api_as(owner).delete(at(inn)).status_code == 204
    assert api_as(owner).get(at(inn)).status_code == 404
    edit = ClubEdit.objects.get()
    undo = at(inn, f"edits/{edit.pk}/undo/")
    assert_problem(api_as(director).post(undo, {}), 403, "not_allowed")
    other = club_create(actor=owner, name="The Inn")
    assert_problem(api_as(owner).post(undo, {}), 409, "club_name_taken")
    club_edit(actor=owner, club_id=other.pk, name="The Other Inn")
    assert api_as(owner).post(undo, {}).json()["name"] == "The Inn"


def test_a_club_in_which_something_was_done_stays(inn, owner):
    cup = tournament_create(actor=owner, club=inn, name="Cup", lengths=[5])
    assert assert_problem(api_as(owner).delete(at(inn)), 409, "club_in_use")["in_use"] == {"tournaments": 1}
    tournament_remove(actor=owner, tournament_id=cup.pk)
    assert api_as(owner).delete(at(inn)).status_code == 204


def test_nor_one_that_has_recorded_a_player(inn, owner):
    club_player_record(actor=owner, club=inn, name="Kim")
    assert_problem(api_as(owner).delete(at(inn)), 409, "club_in_use")


def test_others_change_nothing(inn, owner):
    club_edit(actor=owner, club_id=inn.pk, name="The Harbour Inn")
    stranger, edit = api_as(UserFactory()), ClubEdit.objects.get()
    for refused in (
        stranger.patch(at(inn), {"name": "Mine"}),
        stranger.delete(at(inn)),
        stranger.post(at(inn, f"edits/{edit.pk}/undo/"), {}),
    ):
        assert_problem(refused, 403, "not_allowed")
