"""One key sent twice at the same instant, on the real database."""

import threading
from contextlib import suppress

import pytest
from django.conf import settings
from django.db import OperationalError, connection

from config.middleware import KeyedRequest
from matches.idempotency.models import KeptAnswer
from matches.idempotency.rules.sealing import KeyOfCaller
from matches.players.api import players as views
from matches.players.models import Player
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = "/api/v1/players/"
KEY = {"Idempotency-Key": "k-1"}


def test_two_with_one_key_at_once_do_one_thing(monkeypatch):
    director = UserFactory()
    clients = [api_as(director), api_as(director)]
    both, create = threading.Barrier(2), views.services.player_create

    def create_slowly(**sent):
        # Were both let in, they would meet here.
        with suppress(threading.BrokenBarrierError):
            both.wait(1)
        return create(**sent)

    monkeypatch.setattr(views.services, "player_create", create_slowly)
    answers = at_once(
        *(lambda client=client: client.post(PLAYERS, {"name": "Ann"}, headers=KEY) for client in clients)
    )
    assert sorted(each.status_code for each in answers) == [201, 409]
    refused = next(each for each in answers if each.status_code == 409)
    assert_problem(refused, 409, "request_in_flight", "k-1")
    assert refused["Retry-After"] == "1"
    assert Player.objects.count() == 1
    assert clients[0].post(PLAYERS, {"name": "Ann"}, headers=KEY)["Idempotent-Replayed"] == "true"
    assert Player.objects.count() == 1


def test_what_is_in_flight_is_another_s_business_only_with_the_same_key_and_caller(database):
    director, other = UserFactory(), UserFactory()
    key = KeyOfCaller(settings.SECRET_KEY, f"login {director.pk} ", "k-1")
    database.execute("SELECT pg_advisory_lock(%s)", [key.lock_number])
    client = api_as(director)
    assert_problem(client.post(PLAYERS, {"name": "Ann"}, headers=KEY), 409, "request_in_flight")
    assert client.post(PLAYERS, {"name": "Ann"}, headers={"Idempotency-Key": "k-2"}).status_code == 201
    assert api_as(other).post(PLAYERS, {"name": "Ann"}, headers=KEY).status_code == 201
    assert client.post(PLAYERS, {"name": "Ann"}).status_code == 201
    database.execute("SELECT pg_advisory_unlock_all()")
    assert client.post(PLAYERS, {"name": "Ann"}, headers=KEY).status_code == 201


def test_what_cannot_be_committed_is_neither_done_nor_kept(monkeypatch):
    client = api_as(UserFactory())

    def lose(self, response):
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as patch:
        patch.setattr(KeyedRequest, "finish", lose)
        answer = client.post(PLAYERS, {"name": "Ann"}, headers=KEY)
    assert_problem(answer, 503, "database_unavailable")
    assert answer["Retry-After"] == "2"
    assert not Player.objects.exists()
    assert not KeptAnswer.objects.exists()
    assert client.post(PLAYERS, {"name": "Ann"}, headers=KEY).status_code == 201


def test_a_view_that_went_on_after_a_fault_of_the_database_has_done_nothing(monkeypatch):
    """Its answer would be of what the database has taken back."""
    client, create = api_as(UserFactory()), views.services.player_create
    client.raise_request_exception = False

    def go_on(**sent):
        player = create(**sent)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 / 0")
        except Exception:
            return player

    monkeypatch.setattr(views.services, "player_create", go_on)
    assert client.post(PLAYERS, {"name": "Ann"}, headers=KEY).status_code == 500
    assert not Player.objects.exists()
    assert not KeptAnswer.objects.exists()
