"""The personal data of a login without a player, and how it is closed: nobody else notices."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.facts.selectors import export_rows
from matches.players.models import Claim
from matches.players.rules.claims import ClaimState
from matches.players.selectors import login_personal_data, player_personal_data
from matches.players.services import claim_make, claim_take_effect
from tests.answers import assert_problem
from tests.conftest import NOON, api_as
from tests.consent import club_appoint
from tests.factories import PlayerFactory, UserFactory
from tests.matches.accounts.at_doors import PASSWORD, at_page, logged_in, login_with_password
from tests.test_compare import compare
from tournaments.clubs.models import Appointment
from tournaments.clubs.services import club_create

from .people import recorded, rows

pytestmark = pytest.mark.django_db

CLOSE = "/api/v1/me/close/"


@pytest.fixture
def dora(db):
    dora = login_with_password(email="dora@home.example", first_name="Dora", last_name="Dormouse")
    EmailAddress.objects.create(user=dora, email=dora.email, primary=True, verified=True)
    token_issue(user=dora, name="phone", scopes=["read"])
    return dora


def close(login, confirmation=PASSWORD):
    return api_as(login).post(CLOSE, {"confirmation": confirmation})


def test_everything_of_the_login_goes_and_nothing_else(dora, director, club):
    club_appoint(actor=director, club=club, user=dora, role="director")
    before = rows()
    assert close(dora).status_code == 204
    after = rows()
    changed = {key[0] for key in before if after.get(key) != before[key]}
    assert changed <= {"User", "Token", "Appointment"}
    assert {key for key in before if key[0] == "User" and after[key] != before[key]} == {("User", dora.pk)}
    dora.refresh_from_db()
    assert (dora.username, dora.email, dora.first_name, dora.last_name) == (
        f"anonymised {dora.pk}", "", "", "",
    )  # fmt: skip
    assert not dora.is_active
    assert not dora.has_usable_password()
    assert not Appointment.objects.filter(user=dora).exists()
    assert not Token.objects.filter(user=dora).exists()
    assert not EmailAddress.objects.filter(user=dora).exists()
    assert not UserSession.objects.filter(user=dora).exists()
    assert compare() == "Everything stored is what the facts say.\n"


def test_it_takes_the_password(dora):
    for wrong in ("dora", "no", PASSWORD + " "):
        assert_problem(close(dora, wrong), 422, "not_confirmed")
    assert User.objects.get(username="dora").is_active


def test_a_login_without_a_password_types_its_username(dora):
    dora.set_unusable_password()
    dora.save()
    assert_problem(close(dora), 422, "not_confirmed")
    assert close(dora, "dora").status_code == 204


def test_that_of_a_player_goes_with_the_player(dora):
    player = PlayerFactory(user=dora)
    refusal = close(dora)
    assert_problem(refusal, 409, "login_has_player")
    assert refusal.json()["player"] == player.pk
    page = logged_in(dora).get("/account/close/")
    assert (page.status_code, page["Location"]) == (302, f"/players/{player.pk}/manage/")


def test_the_only_owner_of_a_club_appoints_another_first(dora, director):
    club = club_create(actor=dora, name="Dora's")
    assert_problem(close(dora), 409, "last_owner")
    assert User.objects.get(pk=dora.pk).username == "dora"
    club_appoint(actor=dora, club=club, user=director, role="owner")
    assert close(dora).status_code == 204


def test_an_open_claim_is_taken_back_and_its_note_withheld(dora, club):
    claim = claim_make(actor=dora, player_id=recorded(club, "Dora").pk, note="born in Dormouse Lane")
    assert close(dora).status_code == 204
    claim = Claim.objects.get(pk=claim.pk)
    assert claim.state == ClaimState.REFUSED
    claim_take_effect(claim_id=claim.pk)
    assert claim.player.user_id is None
    assert "Dormouse" not in json.dumps(list(export_rows(None)), default=str)


def test_nobody_registers_as_somebody_who_is_gone(dora):
    for name in (f"anonymised {dora.pk}", f"anonymised-{dora.pk}"):
        api_as(None).post("/api/v1/logins/", {"login": name, "password": PASSWORD})
    assert close(dora).status_code == 204
    assert User.objects.filter(username=f"anonymised {dora.pk}").get() == dora


def test_everything_as_a_file(dora):
    other = login_with_password("eve", email="eve@home.example")
    held = api_as(dora).get("/api/v1/me/personal-data/").json()
    assert (held["player"], held["records"]) == (None, [])
    (login,) = held["sections"]["login"]
    assert (login["username"], login["email"]) == ("dora", "dora@home.example")
    assert "phone" in [token["name"] for token in held["sections"]["tokens"]]
    said = json.dumps(held)
    assert "eve" not in said.replace("never", "")
    assert dora.password not in said
    assert other.password not in said


def test_with_a_player_the_file_is_that_of_the_player(dora):
    player = PlayerFactory(user=dora)
    own = login_personal_data(dora, NOON)
    assert own == player_personal_data(dora, player, NOON)
    assert own["player"] == player.pk


def test_on_the_pages(dora):
    browser = logged_in(dora)
    assert 'href="/account/close/"' in browser.get("/account/").content.decode()
    file = browser.get("/account/personal-data/")
    assert file["Content-Disposition"] == 'attachment; filename="account.json"'
    assert file.json()["sections"]["login"][0]["username"] == "dora"
    assert browser.post("/account/close/", {"confirmation": "no"}).status_code == 422
    closed = browser.post("/account/close/", {"confirmation": PASSWORD})
    assert (closed.status_code, closed["Location"]) == (302, "/login/")
    assert "The account is closed." in browser.get("/login/").content.decode()
    assert browser.get("/account/").status_code == 302
    assert at_page(PASSWORD).status_code == 200, "the name and the password open nothing any more"


def test_strangers_and_limited_tokens_close_nothing(dora):
    assert_problem(api_as(None).post(CLOSE, {"confirmation": "x"}), 401, "not_authenticated")
    assert Client().post("/account/close/", {"confirmation": PASSWORD}).status_code == 302
    _, secret = token_issue(user=dora, name="x", scopes=["read", "report", "enter", "direct"])
    api = api_as(None)
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert_problem(api.post(CLOSE, {"confirmation": PASSWORD}), 403, "missing_scope")
    assert_problem(api.get("/api/v1/me/personal-data/"), 403, "missing_scope")
    assert User.objects.get(pk=dora.pk).username == "dora"
    assert UserFactory().is_active
