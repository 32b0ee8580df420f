"""Who is answered by the replica; what becomes of a request that it cannot answer."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.exception import convert_exception_to_response
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory

from config import replica
from config.monitoring.tally import tally
from config.replica import ImpatientConnection, ReplicaConnection, ReplicaReads, is_visitor
from matches.models import Player


@pytest.mark.parametrize(
    ("method", "path", "sent", "is_one"),
    [
        ("GET", "/", {}, True),
        ("HEAD", "/api/v1/clubs/", {}, True),
        ("POST", "/api/v1/clubs/", {}, False),
        ("GET", "/", {"HTTP_COOKIE": "sessionid=abc"}, False),
        ("GET", "/", {"HTTP_COOKIE": "csrftoken=abc"}, True),
        ("GET", "/api/v1/clubs/", {"HTTP_AUTHORIZATION": "Bearer abc"}, False),
        ("GET", "/readyz", {}, False),
        ("GET", "/metrics", {}, False),
    ],
)
def test_only_who_is_not_known_is_answered_there(
    method: str, path: str, sent: dict[str, Any], is_one: bool
) -> None:
    assert is_visitor(RequestFactory().generic(method, path, **sent)) is is_one


@pytest.fixture
def itself(settings: Any, monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[list[str]]:
    """As its replica the primary itself, which nobody can write to there; the outcomes that were counted."""
    found = connection.settings_dict
    settings.DATABASE_REPLICA = {
        **{name: found[name] for name in ("NAME", "USER", "HOST", "PORT")},
        "OPTIONS": {"options": "-c default_transaction_read_only=on"},
    }
    counted: list[str] = []
    monkeypatch.setattr(tally, "count", lambda metric, outcome: counted.append(outcome))
    yield counted
    ReplicaConnection().close_pool()


@pytest.fixture
def caught_up(itself: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As if it had come as far."""
    monkeypatch.setattr(replica, "SYSTEM_FOLLOWED", replica.SYSTEM)
    monkeypatch.setattr(replica, "HAS_COME_TO", "SELECT %s <> ''")
    return itself


def visit(view: Any) -> str:
    reads = ReplicaReads(convert_exception_to_response(lambda request: HttpResponse(view())))
    return reads(RequestFactory().get("/")).content.decode()


def where_it_is_read() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return {"on": "replica", "off": "primary"}[cursor.fetchone()[0]]


def test_a_request_is_read_at_the_replica(caught_up: list[str]) -> None:
    assert visit(where_it_is_read) == "replica"
    assert where_it_is_read() == "primary"
    assert caught_up == ["read"]


def test_what_was_read_there_can_be_written_afterwards(caught_up: list[str]) -> None:
    Player.objects.create(name="Ann")
    kept: list[Player] = []
    visit(lambda: kept.append(Player.objects.get()))
    kept[0].name = "Bea"
    kept[0].save()
    assert Player.objects.get().name == "Bea"


def test_what_writes_all_the_same_is_answered_by_the_primary(caught_up: list[str]) -> None:
    tried: list[str] = []

    def write() -> str:
        tried.append(where_it_is_read())
        return str(Player.objects.create(name="Ann").name)

    assert visit(write) == "Ann"
    assert tried == ["replica", "primary"]
    assert caught_up == ["failed"]
    assert Player.objects.count() == 1


def test_what_it_swallowed_is_noticed(caught_up: list[str]) -> None:
    def divide() -> str:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 / (current_setting('transaction_read_only') = 'off')::int")
        except Exception:
            return "wrong"
        return "right"

    assert visit(divide) == "right"


def test_another_database_is_no_replica(itself: list[str]) -> None:
    assert visit(where_it_is_read) == "primary"
    assert itself == ["failed"]


def test_it_rests_when_it_is_behind(itself: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "SYSTEM_FOLLOWED", replica.SYSTEM)
    reads = ReplicaReads(lambda request: HttpResponse(where_it_is_read()))
    for _ in range(3):
        assert reads(RequestFactory().get("/")).content == b"primary"
    assert itself == ["behind"], "the others need not wait for it"


def test_one_that_is_away_costs_no_answer(itself: list[str], settings: Any) -> None:
    settings.DATABASE_REPLICA["HOST"] = "/nowhere"
    assert visit(where_it_is_read) == "primary"
    assert itself == ["failed"]


def test_one_that_says_nothing_is_given_up(caught_up: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As one does that has stopped: it refuses nothing, and is asked no more for long."""
    monkeypatch.setattr(replica, "HAS_COME_TO", "SELECT %s <> pg_sleep(3)::text")
    monkeypatch.setattr(ImpatientConnection, "patience", 0.3)
    monkeypatch.setattr(replica, "FIRST_ANSWER", 0.3)
    reads = ReplicaReads(lambda request: HttpResponse(where_it_is_read()))
    assert reads(RequestFactory().get("/")).content == b"primary"
    monkeypatch.setattr(replica, "HAS_COME_TO", "SELECT %s <> ''")
    monkeypatch.setattr(replica, "REST", 0.0)
    assert reads(RequestFactory().get("/")).content == b"primary"
    assert caught_up == ["failed"]


def test_one_that_stops_in_the_midst_is_given_up(
    caught_up: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "NEXT_ANSWER", 0.3)

    def sleep_there() -> str:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_sleep(CASE current_setting('transaction_read_only') WHEN 'on' THEN 3 ELSE 0 END)"
            )
        return where_it_is_read()

    assert visit(sleep_there) == "primary"
    assert caught_up == ["failed"]


def test_without_one_the_primary_answers(itself: list[str], settings: Any) -> None:
    settings.DATABASE_REPLICA = {}
    assert visit(where_it_is_read) == "primary"
    assert itself == []
