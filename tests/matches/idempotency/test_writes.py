"""A write with a key is done once, however often it is sent."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.idempotency import api
from matches.idempotency.models import KeptAnswer
from matches.idempotency.services import KEPT_FOR, answers_prune
from matches.play.models import Report
from matches.players.models import Player
from tests.answers import assert_problem, facts
from tests.conftest import api_as
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

PLAYERS = "/api/v1/players/"
PASSWORD = "four words of mine"


@pytest.fixture
def client(director):
    return api_as(director)


def send(client, address, body, key="k-1", **headers):
    return client.post(address, body, headers={"Idempotency-Key": key, **headers})


def test_a_repeat_is_answered_as_the_first_and_says_so(client):
    first = send(client, PLAYERS, {"name": "Ann"})
    again = send(client, PLAYERS, {"name": "Ann"})
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert Player.objects.count() == 1
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    for name in ("Content-Type", "Location", "Allow", "Vary"):
        assert first.get(name) == again.get(name), name
    assert first["X-Request-ID"] != again["X-Request-ID"]
    assert int(again["RateLimit-Remaining"]) == int(first["RateLimit-Remaining"]) - 1


def test_without_a_key_and_with_another_it_is_another(client):
    for key in ("k-1", "k-2"):
        assert send(client, PLAYERS, {"name": "Ann"}, key).status_code == 201
    assert client.post(PLAYERS, {"name": "Ann"}).status_code == 201
    assert Player.objects.count() == 3
    assert KeptAnswer.objects.count() == 2


def test_202_and_its_address_are_kept(cup, first, players):
    ann = api_as(User.objects.get(username="ann"))
    address = f"/api/v1/matches/{first.pk}/reports/"
    taken, again = (send(ann, address, {"score": {"one": 5, "two": 3}}) for _ in range(2))
    assert taken.status_code == again.status_code == 202
    assert again["Location"] == taken["Location"]
    assert Report.objects.count() == 1


def test_every_method_that_writes_takes_a_key(client, director, club):
    address = f"/api/v1/clubs/{club.pk}/"
    headers = {"Idempotency-Key": "k-1"}
    answers = [client.patch(address, {"text": "Every Tuesday."}, headers=headers) for _ in range(2)]
    assert [each.get("Idempotent-Replayed") for each in answers] == [None, "true"], answers[0].content
    answers = [client.delete(address, headers={"Idempotency-Key": "k-2"}) for _ in range(2)]
    assert [each.status_code for each in answers] == [204, 204], answers[0].content
    assert answers[1]["Idempotent-Replayed"] == "true"
    assert client.get(PLAYERS, headers=headers).status_code == 200


@pytest.mark.parametrize("change", ["body", "address", "method"])
def test_a_key_stands_for_one_request(client, club, change):
    send(client, PLAYERS, {"name": "Ann"})
    before = facts()
    other = {
        "body": lambda: send(client, PLAYERS, {"name": "Bob"}),
        "address": lambda: send(client, "/api/v1/clubs/", {"name": "Ann"}),
        "method": lambda: client.patch(
            f"/api/v1/clubs/{club.pk}/", {"name": "Ann"}, headers={"Idempotency-Key": "k-1"}
        ),
    }[change]()
    assert_problem(other, 422, "idempotency_key_reused", "k-1")
    assert facts() == before


def test_the_same_key_of_somebody_else_is_another(client):
    other = api_as(UserFactory())
    for each in (client, other):
        assert "Idempotent-Replayed" not in send(each, PLAYERS, {"name": "Ann"})
    assert Player.objects.count() == 2


def test_a_new_token_of_the_login_has_the_same_keys_and_a_limited_one_its_own(client, director, club):
    send(client, PLAYERS, {"name": "Ann"})
    assert send(api_as(director), PLAYERS, {"name": "Ann"})["Idempotent-Replayed"] == "true"
    _, secret = token_issue(user=director, name="limited", scopes=["direct"], place=("club", club.pk))
    limited = api_as(None)
    limited.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert "Idempotent-Replayed" not in send(limited, PLAYERS, {"name": "Ann"})


def test_whose_right_has_ended_is_refused_before_any_answer(client, director):
    send(client, PLAYERS, {"name": "Ann"})
    Token.objects.all().update(scopes=["read"])
    assert_problem(send(client, PLAYERS, {"name": "Ann"}), 403, "missing_scope")
    Token.objects.all().delete()
    assert_problem(send(client, PLAYERS, {"name": "Ann"}), 401, "invalid_token")
    assert_problem(send(api_as(None), PLAYERS, {"name": "Ann"}), 401, "not_authenticated")


@pytest.mark.parametrize("key", ["", "a b", "é", "~" * 256])
def test_what_is_no_key_is_refused(client, key):
    before = facts()
    assert_problem(send(client, PLAYERS, {"name": "Ann"}, key), 400, "invalid_idempotency_key")
    assert facts() == before


def test_a_refusal_is_not_kept(client, club):
    refused = [send(client, "/api/v1/clubs/", {"name": club.name}) for _ in range(2)]
    for each in refused:
        assert_problem(each, 409, "club_name_taken")
        assert "Idempotent-Replayed" not in each
    assert not KeptAnswer.objects.exists()
    assert send(client, "/api/v1/clubs/", {"name": "Another"}).status_code == 201


def test_what_is_kept_though_it_refuses_is_kept_with_a_key_too(client, director):
    token = Token.objects.get()
    Token.objects.update(last_used_at=None)
    assert send(client, PLAYERS, {}).status_code == 400
    token.refresh_from_db()
    assert token.last_used_at is not None


def test_a_fault_of_the_service_leaves_nothing(client, monkeypatch):
    from matches.players.api import players as views

    create = views.services.player_create

    def fail(**sent):
        create(**sent)
        raise ZeroDivisionError

    client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(views.services, "player_create", fail)
        assert_problem(send(client, PLAYERS, {"name": "Ann"}), 500, "internal_error")
        assert not Player.objects.exists()
    assert not KeptAnswer.objects.exists()
    assert send(client, PLAYERS, {"name": "Ann"}).status_code == 201


def test_an_answer_lies_sealed_without_key_or_caller(client, director):
    reset = send(client, "/api/v1/logins/", {"login": "mia", "password": PASSWORD}, "the-key-of-mia")
    assert reset.status_code == 201
    token = send(
        api_as(None), "/api/v1/tokens/", {"login": "mia", "password": PASSWORD}, "the-key-of-mia"
    ).json()["token"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT digest, encode(sealed, 'escape'), one::text FROM matches_keptanswer AS one")
        rows = str(cursor.fetchall())
    for secret in (token, "mia", PASSWORD, "the-key"):
        assert secret not in rows


def test_who_has_no_login_has_the_answers_of_an_address_and_of_what_was_sent():
    body = {"login": "mia", "password": PASSWORD}
    for address in ("/api/v1/logins/", "/api/v1/tokens/"):
        first, again = (send(api_as(None), address, body, address) for _ in range(2))
        assert first.status_code == 201
        assert again.json() == first.json()
        assert again["Idempotent-Replayed"] == "true"
    assert again["Cache-Control"] == "no-store"
    assert Token.objects.count() == 1
    wrong = send(api_as(None), "/api/v1/tokens/", {**body, "password": "guessed"}, "/api/v1/tokens/")
    assert_problem(wrong, 401, "wrong_password")
    elsewhere = api_as(None).post(
        "/api/v1/tokens/", body, headers={"Idempotency-Key": "/api/v1/tokens/"}, REMOTE_ADDR="192.0.2.9"
    )
    assert "Idempotent-Replayed" not in elsewhere
    assert Token.objects.count() == 2


def test_a_form_is_sent_again_with_another_boundary(first):
    ann = api_as(User.objects.get(username="ann"))
    body = (
        '--{0}\r\nContent-Disposition: form-data; name="score.one"\r\n\r\n5\r\n'
        '--{0}\r\nContent-Disposition: form-data; name="score.two"\r\n\r\n3\r\n--{0}--\r\n'
    )
    answers = [
        ann.generic(
            "POST",
            f"/api/v1/matches/{first.pk}/reports/",
            body.format(boundary),
            content_type=f"multipart/form-data; boundary={boundary}",
            headers={"Idempotency-Key": "k-1"},
        )
        for boundary in ("one", "two")
    ]
    assert [each.status_code for each in answers] == [202, 202], answers[0].content
    assert answers[1]["Idempotent-Replayed"] == "true"


def test_of_an_answer_too_long_there_is_left_that_it_was_given(client, monkeypatch):
    monkeypatch.setattr(api, "LONGEST_BODY", 10)
    first = send(client, PLAYERS, {"name": "Ann"})
    assert first.status_code == 201
    problem = assert_problem(send(client, PLAYERS, {"name": "Ann"}), 409, "answer_not_kept")
    assert problem["answered"] == 201
    assert problem["location"] == first.get("Location")
    assert Player.objects.count() == 1


def test_after_a_day_a_key_is_forgotten(client):
    send(client, PLAYERS, {"name": "Ann"})
    KeptAnswer.objects.update(created_at=timezone.now() - KEPT_FOR + timedelta(minutes=1))
    assert send(client, PLAYERS, {"name": "Ann"})["Idempotent-Replayed"] == "true"
    KeptAnswer.objects.update(created_at=timezone.now() - KEPT_FOR)
    assert "Idempotent-Replayed" not in send(client, PLAYERS, {"name": "Ann"})
    assert Player.objects.count() == 2
    assert send(client, PLAYERS, {"name": "Ann"})["Idempotent-Replayed"] == "true"


def test_what_is_older_than_a_day_is_swept(client, monkeypatch):
    monkeypatch.setattr("matches.idempotency.services.PRUNED_AT_ONCE", 2)
    for number in range(6):
        send(client, PLAYERS, {"name": "Ann"}, f"k-{number}")
    kept = KeptAnswer.objects.first()
    KeptAnswer.objects.exclude(pk=kept.pk).update(created_at=timezone.now() - KEPT_FOR)
    answers_prune(timezone.now())
    assert list(KeptAnswer.objects.all()) == [kept]


def test_beyond_the_budget_nothing_is_answered_again(client, monkeypatch):
    from matches.base.api.throttling import CallerThrottle

    send(client, PLAYERS, {"name": "Ann"})
    monkeypatch.setattr(
        CallerThrottle, "THROTTLE_RATES", {"anonymous": "9/day", "login": "0/day", "password": "9/day"}
    )
    assert_problem(send(client, PLAYERS, {"name": "Ann"}), 429, "too_many_requests")


def test_pages_take_no_keys(client, director):
    client.force_login(director)
    answer = client.get(reverse("pages-tournaments:home"), headers={"Idempotency-Key": "k-1"})
    assert answer.status_code == 200
    client.post("/i18n/setlang/", {"language": "en"}, headers={"Idempotency-Key": "k-1"})
    assert not KeptAnswer.objects.exists()
