"""What attackers send."""

from base64 import b64encode

import pytest

from matches.accounts.models import Token
from matches.base.api.throttling import CallerThrottle
from matches.players.models import Player
from tests.answers import assert_problem
from tests.conftest import DATA, api_as
from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


@pytest.mark.parametrize("position", ["abc", "1.5", "\x00", "2026-99-99"])
@pytest.mark.parametrize("path", ["players/", "matches/", "players/{}/ratings/"])
def test_a_cursor_made_by_hand(db, path, position):
    cursor = b64encode(f"p={position}".encode()).decode()
    response = api_as(None).get(f"/api/v1/{path.format(PlayerFactory().pk)}", {"cursor": cursor})
    assert_problem(response, 404, "not_found")


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_json_nested_without_end(first, director, body):
    for path in ("players/", f"matches/{first.pk}/reports/"):
        response = api_as(director).generic("POST", f"/api/v1/{path}", body, content_type="application/json")
        assert_problem(response, 400, "malformed_request")


def test_half_a_character_in_a_transcript(first):
    client = api_as(first.one.user)
    body = '{"transcript": "\\ud800 abc"}'
    response = client.generic(
        "POST", f"/api/v1/matches/{first.pk}/reports/", body, content_type="application/json"
    )
    assert_problem(response, 400, "invalid_request")


@pytest.mark.parametrize("name", ["\u200b", "Ann\u202e", "A\u2066nn"])
def test_names_nobody_can_see(director, name):
    assert_problem(api_as(director).post("/api/v1/players/", {"name": name}), 400, "invalid_request")


def test_a_body_in_chunks_is_not_taken_for_an_empty_one(director):
    response = api_as(director).post("/api/v1/clubs/", {"name": "New"}, HTTP_TRANSFER_ENCODING="chunked")
    assert_problem(response, 411, "length_required")


def test_a_token_revokes_itself_and_only_account_revokes_another(director):
    reader = api_as(director, ["read", "report", "enter", "direct"])
    api_as(director)
    mine, other = Token.objects.order_by("pk")
    assert_problem(reader.delete(f"/api/v1/tokens/{other.pk}/"), 403, "missing_scope")
    assert reader.delete(f"/api/v1/tokens/{mine.pk}/").status_code == 204
    assert list(Token.objects.all()) == [other]


def test_a_token_that_expires_before_it_is_issued(director):
    director.set_password("white anti-jacoby 41")
    director.save()
    body = {"login": "director", "password": "white anti-jacoby 41", "expires_at": "2020-01-01T00:00:00Z"}
    assert_problem(api_as(None).post("/api/v1/tokens/", body), 400, "invalid_request")


def test_guessing_passwords_is_counted_by_address_whoever_asks(director, monkeypatch):
    rates = {"anonymous": "99/day", "login": "99/day", "password": "1/day"}
    monkeypatch.setattr(CallerThrottle, "THROTTLE_RATES", rates)
    guess = {"login": "director", "password": "wrong"}
    assert api_as(None).post("/api/v1/tokens/", guess).status_code == 401
    assert_problem(api_as(director).post("/api/v1/tokens/", guess), 429, "too_many_requests")


def test_usernames_that_differ_only_for_a_machine(db):
    client = api_as(None)
    for username, status in (("kelvin", 201), ("\u212aelvin", 409)):
        body = {"login": username, "password": "white anti-jacoby 41"}
        assert client.post("/api/v1/logins/", body).status_code == status


def test_a_stranger_s_login_is_not_attached(director):
    UserFactory(username="eva")
    response = api_as(UserFactory()).post("/api/v1/players/", {"name": "Eva", "login": "eva"})
    assert_problem(response, 403, "not_allowed", "eva")
    assert not Player.objects.exists()
