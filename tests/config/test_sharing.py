"""What pages of other sites may read, and how an operation goes away."""

from datetime import UTC, datetime

import pytest

from matches.base.api.sharing import Deprecated
from matches.play.api.regulations import RegulationsView
from tests.conftest import api_as
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
ORIGIN = {"Origin": "https://club.example"}
ALLOWED = "Access-Control-Allow-Origin"


def test_what_is_public_is_read_from_anywhere():
    read = api_as(None).get("/api/v1/matches/", headers=ORIGIN)
    assert read[ALLOWED] == "*"
    assert "Access-Control-Allow-Credentials" not in read
    assert "RateLimit-Remaining" in read["Access-Control-Expose-Headers"]
    missing = api_as(None).get("/api/v1/matches/999999/", headers=ORIGIN)
    assert (missing.status_code, missing[ALLOWED]) == (404, "*")


@pytest.mark.parametrize("path", ["/api/v1/matches/", "/api/v1/matches/999999/", "/api/v1/schema/"])
def test_what_programs_are_answered_loads_nothing(path):
    policy = api_as(None).get(path)["Content-Security-Policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'"
    assert "default-src 'self'" in api_as(None).get("/api/v1/docs/")["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/api/v1/me/", "/api/v1/tokens/", "/matches/", "/api/v1/nothing/"])
def test_what_is_not_public_is_not(path):
    assert ALLOWED not in api_as(None).get(path, headers=ORIGIN)


def test_nor_what_a_token_reads_or_writes():
    client = api_as(UserFactory())
    assert ALLOWED not in client.get("/api/v1/matches/", headers=ORIGIN)
    assert ALLOWED not in api_as(None).post("/api/v1/matches/", {}, headers=ORIGIN)


@pytest.mark.parametrize(
    ("path", "method", "allowed"),
    [("matches/", "GET", True), ("matches/", "POST", False), ("me/", "GET", False), ("x/", "GET", False)],
)
def test_a_browser_asks_before(path, method, allowed):
    asked = {**ORIGIN, "Access-Control-Request-Method": method}
    answer = api_as(None).options(f"/api/v1/{path}", headers=asked)
    assert answer.status_code == 204
    assert (ALLOWED in answer) == allowed
    if allowed:
        assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
        assert "Authorization" not in answer["Access-Control-Allow-Headers"]


def test_what_goes_away_says_so(monkeypatch):
    leaves = Deprecated(
        datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 7, 1, tzinfo=UTC), "/api/v2/regulations/"
    )
    assert "Deprecation" not in api_as(None).get("/api/v1/regulations/")
    monkeypatch.setattr(RegulationsView, "deprecated", {"GET": leaves}, raising=False)
    answer = api_as(None).get("/api/v1/regulations/")
    assert answer["Deprecation"] == "@1798761600"
    assert answer["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert answer["Link"] == '</api/v2/regulations/>; rel="successor-version"'
