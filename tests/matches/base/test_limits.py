"""Lists, limits, headers."""

import socket

import pytest
from django.db import connection
from redis import Redis

from matches.base.api.throttling import CallerThrottle
from tests.answers import assert_problem, post_report
from tests.conftest import DATA, api_as, director_reports
from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_text()
SEVEN = (DATA / "clubnight" / "std_07p_0005.mat").read_text()


def test_lists_are_read_by_cursor(director):
    for _ in range(5):
        PlayerFactory()
    client = api_as(None)
    address, seen = "/api/v1/players/?page_size=2", []
    while address:
        page = client.get(address).json()
        seen += [player["id"] for player in page["results"]]
        address = page["next"]
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == 5
    assert_problem(client.get("/api/v1/players/?cursor=nonsense"), 404, "not_found")


@pytest.mark.parametrize("path", ["players", "matches", "tournaments"])
def test_a_list_takes_the_same_queries_at_any_length(
    club, director, knockout, path, django_assert_max_num_queries
):
    client = api_as(None)
    counts = []
    for size in (2, 16):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        for fixture in list(cup.fixtures.select_related("match")):
            director_reports(fixture.match, director, (5, 0))
        with django_assert_max_num_queries(7) as queries:
            client.get(f"/api/v1/{path}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_rate_limit_is_announced_and_kept(db, settings, monkeypatch):

    monkeypatch.setattr(
        CallerThrottle, "THROTTLE_RATES", {"anonymous": "2/day", "login": "9/day", "password": "9/day"}
    )
    client = api_as(None)
    left = [client.get("/api/v1/clubs/")["RateLimit-Remaining"] for _ in range(2)]
    assert left == ["1", "0"]
    response = client.get("/api/v1/clubs/")
    assert_problem(response, 429, "too_many_requests")
    assert 0 < int(response["Retry-After"]) <= 86_401
    assert api_as(UserFactory()).get("/api/v1/clubs/")["RateLimit-Limit"] == "9"


@pytest.mark.parametrize("fault", ["away", "hung"])
def test_without_redis_nobody_is_turned_away(db, monkeypatch, tmp_path, fault):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "redis.sock"))
        if fault == "hung":
            silent.listen()  # takes connections and never answers
        url = f"unix://{tmp_path}/redis.sock"
        lost = Redis.from_url(url, socket_timeout=0.2, socket_connect_timeout=0.2)
        monkeypatch.setattr("matches.base.api.throttling.throttle_counters", lambda: lost)
        assert api_as(None).get("/api/v1/clubs/").status_code == 200


def test_a_database_that_is_away_is_a_503(db, monkeypatch):
    from django.db import OperationalError

    def away(*args, **kwargs):
        raise OperationalError("the database system is starting up")

    monkeypatch.setattr("matches.accounts.api.logins.services.user_register", away)
    response = api_as(None).post("/api/v1/logins/", {"login": "eva", "password": "white anti-jacoby 41"})
    assert_problem(response, 503, "database_unavailable")
    assert response["Retry-After"] == "2"


def test_a_disk_that_is_full_is_a_503_of_its_own(db, monkeypatch):
    def full(*args, **kwargs):
        with connection.cursor() as cursor:
            cursor.execute(
                "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no space left'; END $$"
            )

    monkeypatch.setattr("matches.accounts.api.logins.services.user_register", full)
    response = api_as(None).post("/api/v1/logins/", {"login": "eva", "password": "white anti-jacoby 41"})
    assert_problem(response, 503, "storage_full")
    assert "disk" in response.json()["detail"]
    assert response["Retry-After"] == "2"


def test_every_answer_carries_a_request_id_that_the_fact_keeps(first):
    response = post_report(api_as(first.one.user), first, score={"one": 5, "two": 3})
    with connection.cursor() as cursor:
        cursor.execute("SELECT request_id FROM matches_report")
        assert cursor.fetchone() == (response["X-Request-ID"],)


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/clubs/", "application/problem+json"), ("/", "text/html")]
)
def test_a_fault_of_our_own_shows_nothing_but_that_it_happened(db, client, path, kind):
    def broken(execute, sql, *rest):
        raise ZeroDivisionError("secret")

    client.raise_request_exception = False
    with connection.execute_wrapper(broken):
        response = client.get(path)
    assert response.status_code == 500
    assert response["Content-Type"].startswith(kind)
    assert b"secret" not in response.content
    if kind != "text/html":
        assert_problem(response, 500, "internal_error")
