"""Logins, tokens and what they open."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.accounts.models import ResetCode, Token, User
from matches.accounts.services import logins_prune, reset_code_issue
from tests.answers import assert_problem, facts
from tests.conftest import DATA, NOON, api_as
from tests.factories import UserFactory

from .at_doors import PASSWORD, at_page, logged_in, login_with_password

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


def test_from_nothing_to_a_token_that_works():
    client = api_as(None)
    body = {"login": "eva", "password": "white anti-jacoby 41"}
    registered = client.post("/api/v1/logins/", body)
    assert registered.status_code == 201
    eva = {"id": User.objects.get().pk, "login": "eva", "player": None, "time_zone": "", "language": "en"}
    assert registered.json() == eva
    issued = client.post("/api/v1/tokens/", {**body, "scopes": ["read", "account"], "name": "phone"})
    assert issued.status_code == 201
    secret = issued.json()["token"]
    assert secret.startswith(issued.json()["prefix"])
    assert secret not in str(Token.objects.values()), "only its digest is kept"
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get("/api/v1/me/").json()["login"] == "eva"
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert [(token["name"], "token" in token) for token in listed] == [("phone", False)]
    assert client.delete(f"/api/v1/tokens/{listed[0]['id']}/").status_code == 204
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token", "POST /api/v1/tokens/")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("logins", {"login": "eva", "password": "12345678"}, 422, "weak_password"),
        ("logins", {"login": "eva", "password": "B4ckgammon-2026!"}, 422, "weak_password"),
        ("logins", {"login": "Director", "password": "white anti-jacoby 41"}, 409, "username_taken"),
        ("logins", {"login": "e v a", "password": "white anti-jacoby 41"}, 400, "invalid_request"),
        ("logins", {"login": "eva"}, 400, "invalid_request"),
        ("tokens", {"login": "director", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"login": "nobody", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"login": "director", "password": "x", "scopes": ["all"]}, 400, "invalid_request"),
    ],
)
def test_logins_and_tokens_that_cannot_be(director, path, body, status, code):
    before = facts()
    assert_problem(api_as(None).post(f"/api/v1/{path}/", body), status, code)
    assert facts() == before


def test_a_token_works_for_its_scopes_only(club, director):
    reader = api_as(director, ["read"])
    assert reader.get("/api/v1/clubs/").status_code == 200
    problem = assert_problem(reader.post("/api/v1/clubs/", {"name": "New"}), 403, "missing_scope", "direct")
    assert problem["scopes"] == ["read"]
    reporter = api_as(director, ["report"])
    assert_problem(reporter.get("/api/v1/clubs/"), 403, "missing_scope")


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "Bearer gp_unknown", "Bearer \xff"])
def test_a_bad_token_is_never_taken_for_no_token(db, header):
    client = api_as(None)
    client.credentials(HTTP_AUTHORIZATION=header)
    response = client.get("/api/v1/clubs/")
    assert_problem(response, 401, "invalid_token")
    assert response["WWW-Authenticate"] == "Bearer"


def test_tokens_that_expired_or_whose_login_is_locked_out_are_refused(director):
    user = UserFactory()
    client = api_as(user)
    assert client.get("/api/v1/me/").status_code == 200
    Token.objects.filter(user=user).update(expires_at=NOON)
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token")
    client = api_as(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token")


def test_one_never_sees_or_revokes_the_tokens_of_others(director):
    api_as(director)
    other = api_as(UserFactory())
    mine = Token.objects.get(user=director)
    assert_problem(other.delete(f"/api/v1/tokens/{mine.pk}/"), 404, "not_found")
    assert mine.pk not in [token["id"] for token in other.get("/api/v1/tokens/").json()["results"]]


def test_what_is_over_is_removed():
    """Sessions and where they were from are not kept for ever, nor are codes that no longer work."""
    login = login_with_password()
    logged_in(login)
    reset_code_issue(actor=UserFactory(is_staff=True), user=login)
    logins_prune(timezone.now())
    assert (UserSession.objects.count(), ResetCode.objects.count()) == (1, 1)
    logins_prune(timezone.now() + timedelta(days=15))
    assert not UserSession.objects.exists()
    assert not Session.objects.exists()
    assert not ResetCode.objects.exists()


@pytest.mark.parametrize(
    ("path", "private"),
    [("/account/", True), ("/invitations/", True), ("/claims/", True), ("/players/", False)],
)
def test_pages_about_oneself_are_kept_by_nobody(client, path, private):
    client.force_login(UserFactory())
    assert ("no-store" in client.get(path).headers.get("Cache-Control", "")) is private


def test_who_logs_out_leaves_nothing_to_go_back_to(client):
    client.force_login(UserFactory())
    answer = client.post("/logout/")
    assert answer["Clear-Site-Data"] == '"cache"'
    assert client.get("/account/").status_code == 302


def test_who_logs_in_gets_another_session(client):
    """One that somebody else has planted beforehand is worth nothing."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    login_with_password()
    assert at_page(PASSWORD, client=client).status_code == 302
    assert client.session.session_key != before
    assert not Session.objects.filter(pk=before).exists()
