"""Logins, tokens and what they open."""

import pytest

from matches.accounts.models import Token, User
from tests.answers import assert_problem, facts
from tests.conftest import DATA, NOON, api_as
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


def test_from_nothing_to_a_token_that_works():
    client = api_as(None)
    body = {"username": "eva", "password": "white anti-jacoby 41"}
    registered = client.post("/api/v1/logins/", body)
    assert registered.status_code == 201
    assert registered.json() == {"id": User.objects.get().pk, "username": "eva", "player": None}
    issued = client.post("/api/v1/tokens/", {**body, "scopes": ["read", "account"], "name": "phone"})
    assert issued.status_code == 201
    secret = issued.json()["token"]
    assert secret.startswith(issued.json()["prefix"])
    assert secret not in str(Token.objects.values()), "only its digest is kept"
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get("/api/v1/me/").json()["username"] == "eva"
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert [(token["name"], "token" in token) for token in listed] == [("phone", False)]
    assert client.delete(f"/api/v1/tokens/{listed[0]['id']}/").status_code == 204
    assert_problem(client.get("/api/v1/me/"), 401, "invalid_token", "POST /api/v1/tokens/")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("logins", {"username": "eva", "password": "12345678"}, 422, "weak_password"),
        ("logins", {"username": "Director", "password": "white anti-jacoby 41"}, 409, "username_taken"),
        ("logins", {"username": "e v a", "password": "white anti-jacoby 41"}, 400, "invalid_request"),
        ("logins", {"username": "eva"}, 400, "invalid_request"),
        ("tokens", {"username": "director", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"username": "nobody", "password": "wrong"}, 401, "wrong_password"),
        ("tokens", {"username": "director", "password": "x", "scopes": ["all"]}, 400, "invalid_request"),
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
