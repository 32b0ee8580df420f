"""Guessing: counted at all doors together, looked at within the budget only, and it locks nobody out."""

import re
import threading
import time
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client, RequestFactory
from redis import RedisError

from matches.accounts.errors import TooManyAttempts
from matches.accounts.rules.budgets import SlidingBudget
from matches.accounts.services import doors, reset_code_issue
from matches.base.api.throttling import CallerThrottle
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import UserFactory

from .at_doors import (
    PASSWORD,
    app_code,
    at_page,
    at_tokens,
    confirmed,
    logged_in,
    login_with_password,
    with_second_factor,
)

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture
def dora(db):
    return login_with_password()


@pytest.fixture
def hashed(monkeypatch):
    """Every password that was hashed, or compared with a hash."""
    seen = []
    for name in ("encode", "verify"):
        look = getattr(Argon2PasswordHasher, name)
        monkeypatch.setattr(
            Argon2PasswordHasher,
            name,
            lambda self, password, *rest, look=look: (seen.append(password), look(self, password, *rest))[1],
        )
    return seen


def few(monkeypatch, rate="2/min"):
    rates = {**CallerThrottle.THROTTLE_RATES, "password": rate}
    monkeypatch.setattr(CallerThrottle, "THROTTLE_RATES", rates)


def knocks(dora):
    """A guess at every door, by name; each by itself."""
    browser, sure, waiting = logged_in(dora), confirmed(dora), Client()
    with_second_factor(dora)
    at_page(PASSWORD, client=waiting)
    token = api_as(dora)
    change = {"password": "guess", "new_password": "another horse battery"}
    return {
        "page": lambda: at_page("guess"),
        "tokens": lambda: at_tokens("guess"),
        "otp": lambda: at_tokens(PASSWORD, body={"otp": "000000"}),
        "own password": lambda: token.post("/api/v1/me/password/", change),
        "password page": lambda: sure.post(
            "/account/password/", {"oldpassword": "guess", "password1": "another horse battery"}
        ),
        "is it you": lambda: browser.post("/account/reauthenticate/", {"password": "guess"}),
        "second factor": lambda: waiting.post("/account/factors/authenticate/", {"code": "000000"}),
        "is it you, by code": lambda: browser.post("/account/factors/reauthenticate/", {"code": "000000"}),
        "code": lambda: api_as(None).post(
            "/api/v1/password-resets/", {"login": "dora", "code": "AAAA", "password": PASSWORD}
        ),
        "code page": lambda: Client().post(
            "/account/password/code/", {"login": "dora", "code": "AAAA", "password": PASSWORD}
        ),
    }


def test_no_door_is_left_out(dora, monkeypatch, hashed):
    doors_of = knocks(dora)
    for name, knock in doors_of.items():
        few(monkeypatch, "1000/min")
        assert knock().status_code not in (429, 500), name
        few(monkeypatch, "0/min")
        hashed.clear()
        answer = knock()
        assert answer.status_code == 429, name
        assert int(answer["Retry-After"]) > 0, name
        assert hashed == [], f"{name}: nothing is looked at beyond the budget"


def test_nobody_looks_at_passwords_beside_the_doors():
    """Another `check_password` is another door: let it ask `password_is_own`."""
    calls = {
        str(path.relative_to(ROOT))
        for floor in ("matches", "tournaments", "config")
        for path in (ROOT / floor).rglob("*.py")
        if re.search(r"\bcheck_password\(", path.read_text())
    }
    assert calls == {
        "matches/accounts/services/doors.py",
        # What it compares with lies beside it, in var/.
        "config/management/commands/ensure_login.py",
    }


def test_attempts_of_an_address_slide(dora, monkeypatch):
    few(monkeypatch)
    assert [at_page("guess", f"u{n}").status_code for n in range(3)] == [200, 200, 429]
    assert at_page("guess", "u9", **ELSEWHERE).status_code == 200
    problem = assert_problem(at_tokens("guess"), 429, "too_many_requests", "not looked at")
    assert 0 < problem["wait"] <= 60
    page = at_page(PASSWORD, headers={"Accept-Language": "ja"})
    assert (page.status_code, page["Cache-Control"]) == (
        429,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert "ログインの試行が多すぎます" in page.content.decode()


@pytest.mark.parametrize("hours", [-9, 9])
def test_attempts_count_whatever_the_clock_of_the_host_says_that_looks_next(dora, monkeypatch, hours):
    few(monkeypatch)
    assert [at_page("guess", f"u{n}").status_code for n in range(2)] == [200, 200]
    shifted = time.time() + 3600 * hours
    monkeypatch.setattr("time.time", lambda: shifted)
    assert 0 < assert_problem(at_tokens("guess"), 429, "too_many_requests")["wait"] <= 60


def test_an_address_of_ipv6_is_its_half():
    keys = [
        doors.address_key(RequestFactory().get("/", REMOTE_ADDR=address))
        for address in ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1", "::ffff:192.0.2.1", "192.0.2.1")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == keys[4] == "192.0.2.1"


def test_whose_word_is_taken_for_an_address(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="1.1.1.1, 198.51.100.3")
    assert doors.address_key(request) == "10.0.0.1"
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    assert doors.address_key(request) == "198.51.100.3"


def guesses(number, username="dora", addresses=1):
    """From so many addresses, in turns."""
    return [
        at_tokens(
            "guess", username, REMOTE_ADDR=f"203.0.{n % addresses // 250}.{n % addresses % 250}"
        ).status_code
        for n in range(number)
    ]


@pytest.mark.parametrize("username", ["dora", "nobody"])
def test_guesses_for_one_account_slow_down_whether_it_exists_or_not(dora, username, hashed):
    assert guesses(14, username) == [401] * 12 + [429] * 2
    assert len(hashed) == 12, "one each, of a login that does not exist too"
    answer = assert_problem(
        at_tokens("x", username.upper(), REMOTE_ADDR="203.0.0.0"), 429, "too_many_requests"
    )
    assert 50 < answer["wait"] <= 60


def test_guesses_from_many_addresses_are_few_for_each_and_few_in_all(dora, monkeypatch):
    monkeypatch.setattr(doors, "ALL_FIRST_FAILURES", SlidingBudget(limit=15, within=doors.DAY))
    assert guesses(30, addresses=6) == [401] * 22 + [429] * 8, "two of each, then the ten that are free"
    assert at_page(PASSWORD, REMOTE_ADDR="192.0.2.99").status_code == 302, "who comes from somewhere new"
    assert at_page("guess", REMOTE_ADDR="192.0.2.98").status_code == 200
    assert guesses(6, "otto", 6) == [401] * 6, "that was dora's"
    assert [at_page("guess", REMOTE_ADDR=f"192.0.2.{n}").status_code for n in range(3)] == [200, 200, 429]


def test_one_password_tried_on_many_accounts_slows_down_its_address(dora, monkeypatch):
    few(monkeypatch, "1000/min")
    tried = [at_tokens("Summer2026!", f"member{n}").status_code for n in range(32)]
    assert tried == [401] * 20 + [429] * 12
    assert at_tokens(PASSWORD).status_code == 429, "from there nobody unknown gets in for a minute"
    assert at_tokens(PASSWORD, **ELSEWHERE).status_code == 201


def test_passwords_of_strangers_leave_threads_for_everybody_else(dora, monkeypatch, hashed):
    browser = logged_in(dora)
    browser.post("/logout/")
    monkeypatch.setattr(doors, "STRANGERS_AT_ONCE", threading.BoundedSemaphore(1))
    with doors.STRANGERS_AT_ONCE:
        hashed.clear()
        busy = [at_tokens(PASSWORD, name, **ELSEWHERE) for name in ["dora", "nobody"] * 5]
        assert {(answer.status_code, answer["Retry-After"]) for answer in busy} == {(429, "1")}
        assert hashed == []
        assert at_page(PASSWORD, client=browser, **ELSEWHERE).status_code == 302, "a known device"
    assert at_tokens("guess", **ELSEWHERE).status_code == 401
    assert at_tokens(PASSWORD, **ELSEWHERE).status_code == 201, "what was not looked at is not counted"


def test_the_password_alone_does_not_wipe_out_guesses_of_the_second_factor(dora):
    """Not even at the address of its owner: whoever alternates gets no further than who does not."""
    assert at_page(PASSWORD, **ELSEWHERE).status_code == 302
    with_second_factor(dora)
    tried = [at_tokens(PASSWORD, body={"otp": "000000"}, **ELSEWHERE).status_code for _ in range(12)]
    assert tried == [401] * 10 + [429] * 2


def test_whoever_sets_a_new_password_is_known_here(dora):
    def code():
        return reset_code_issue(actor=UserFactory(is_staff=True), user=dora)[1]

    assert guesses(14)[-1] == 429
    body = {"login": "dora", "code": code(), "password": "another horse battery"}
    assert api_as(None).post("/api/v1/password-resets/", body, REMOTE_ADDR="203.0.0.0").status_code == 204
    assert at_tokens("another horse battery", REMOTE_ADDR="203.0.0.0").status_code == 201
    phone = Client()
    assert phone.post("/account/password/code/", {**body, "code": code()}).status_code == 302
    assert at_page("another horse battery", client=phone, REMOTE_ADDR="203.0.0.1").status_code == 302


def test_guesses_of_others_lock_nobody_out(dora, monkeypatch):
    browser = Client()
    assert at_page(PASSWORD, client=browser, REMOTE_ADDR="192.0.2.1").status_code == 302
    browser.post("/logout/")
    assert guesses(14)[-1] == 429
    # Beside those who guess, with nothing to be known by: they wait, like them.
    assert at_page(PASSWORD, REMOTE_ADDR="203.0.0.0").status_code == 429
    # Anywhere else with any device; on their device wherever it is, and at their address with a program.
    assert at_page(PASSWORD, REMOTE_ADDR="192.0.2.99").status_code == 302
    assert at_page(PASSWORD, client=browser, REMOTE_ADDR="192.0.2.50").status_code == 302
    assert at_tokens(PASSWORD, REMOTE_ADDR="192.0.2.1").status_code == 201
    # Nor does somebody beside them who uses up what their address has.
    few(monkeypatch)
    assert [at_page("x", f"u{n}", REMOTE_ADDR="192.0.2.77").status_code for n in range(3)] == [200, 200, 429]
    browser.post("/logout/")
    assert at_page(PASSWORD, client=browser, REMOTE_ADDR="192.0.2.77").status_code == 302


def test_a_known_device_has_a_budget_too_and_it_is_of_one_account(dora):
    other = login_with_password("otto")
    browser = logged_in(dora)
    browser.post("/logout/")
    assert guesses(13, "otto")[-1] == 429
    assert at_page("guess", "otto", browser, REMOTE_ADDR="203.0.0.0").status_code == 429, (
        "it is dora's device"
    )
    tried = [at_page("guess", "dora", browser, **ELSEWHERE).status_code for _ in range(11)]
    assert tried == [200] * 10 + [429]
    assert at_page(PASSWORD, **ELSEWHERE).status_code == 302, "those were not counted with the others"
    assert other.pk


def test_a_cookie_is_signed_and_out_of_reach_of_scripts(dora, settings):
    answer = at_page(PASSWORD)
    cookie = answer.cookies[doors.DEVICE_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "dora" not in cookie.value
    forged = Client()
    forged.cookies[doors.DEVICE_COOKIE] = cookie.value[:-3] + "AAA"
    guesses(12)
    assert at_page(PASSWORD, client=forged, REMOTE_ADDR="203.0.0.0").status_code == 429


def test_the_right_password_is_no_failure(dora):
    for n in range(12):
        assert at_tokens(PASSWORD, REMOTE_ADDR=f"203.0.113.{n}").status_code == 201
    assert guesses(12) == [401] * 12


class Away:
    def __getattr__(self, name):
        def fail(*args, **kwargs):
            raise RedisError("away")

        return fail


def test_without_redis_each_process_counts_by_itself(dora, monkeypatch):
    monkeypatch.setattr(doors, "throttle_counters", Away)
    monkeypatch.setattr(doors, "local_attempts", doors.LocalAttempts())
    assert guesses(13) == [401] * 12 + [429]
    assert at_page(PASSWORD, "dora", REMOTE_ADDR="203.0.0.0").status_code == 429
    few(monkeypatch)
    assert [at_page("x", f"u{n}", **ELSEWHERE).status_code for n in range(3)] == [200, 200, 429]


def test_what_one_process_counts_stays_small():
    kept = doors.LocalAttempts(most=3)
    for n in range(10):
        kept.add({f"key{n}": doors.FAILURES}, f"mark{n}", 100.0 + n)
    assert len(kept.kept) == 3


def test_a_door_that_hands_over_no_request_is_counted_as_well(dora, monkeypatch):
    few(monkeypatch)
    assert authenticate(username="dora", password=PASSWORD) == dora
    assert authenticate(username="dora", password="guess") is None
    with pytest.raises(TooManyAttempts):
        authenticate(username="nobody", password="guess")


def test_the_admin_site_has_no_door_of_its_own(client):
    answer = client.get("/admin/matches/user/")
    assert answer["Location"] == "/admin/login/?next=/admin/matches/user/"
    led = client.get(answer["Location"])
    assert led["Location"] == "/login/?next=/admin/matches/user/"
    staff = login_with_password("staff", is_staff=True, is_superuser=True)
    assert (
        client.post("/admin/login/", {"username": "staff", "password": PASSWORD})["Location"]
        == "/login/?next=/admin/"
    )
    assert "sessionid" not in client.cookies
    with_second_factor(staff)
    asked = client.post(led["Location"], {"username": "staff", "password": PASSWORD, "next": "/admin/"})
    assert asked["Location"].startswith("/account/factors/authenticate/")
    assert client.get("/admin/").status_code == 302, "not with half a login"
    done = client.post(asked["Location"], {"code": app_code()})
    assert done["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_who_is_not_staff_is_not_sent_in_a_circle(dora):
    browser = logged_in(dora)
    assert browser.get("/admin/", follow=True).status_code == 403
    assert browser.get("/admin/password_change/")["Location"] == "/account/password/"


def test_a_code_that_cannot_be_guessed_slows_down_its_address_alone(dora):
    _, secret = reset_code_issue(actor=UserFactory(is_staff=True), user=dora)
    body = {"login": "dora", "code": "AAAA-AAAA-AAAA", "password": "another horse battery"}
    tried = [api_as(None).post("/api/v1/password-resets/", body, **ELSEWHERE).status_code for _ in range(11)]
    assert tried == [422] * 10 + [429]
    answer = api_as(None).post("/api/v1/password-resets/", {**body, "code": secret})
    assert answer.status_code == 204, "from where nobody guessed"
