"""One-time codes for a forgotten password."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from matches.accounts.errors import NotAllowed, NotAuthenticated, WeakPassword, WrongResetCode
from matches.accounts.models import ResetCode
from matches.accounts.services import password_reset, reset_code_issue
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

NEW = "another horse battery"


@pytest.fixture
def dora(db):
    return login_with_password()


@pytest.fixture
def staff(db):
    return login_with_password("staff", is_staff=True)


@pytest.fixture
def secret(dora, staff):
    return reset_code_issue(actor=staff, user=dora)[1]


def use(secret, login="dora", password=NEW):
    return api_as(None).post(
        "/api/v1/password-resets/", {"login": login, "code": secret, "password": password}
    )


def test_over_the_api(dora, staff):
    browser = logged_in(dora)
    issued = api_as(staff).post("/api/v1/reset-codes/", {"login": "DORA"})
    assert (issued.status_code, issued["Cache-Control"]) == (201, "no-store")
    secret = issued.json()["code"]
    assert re.fullmatch(r"(?:[A-HJKMNP-TV-Z2-9]{4}-){2}[A-HJKMNP-TV-Z2-9]{4}", secret)
    assert issued.json()["login"] == "dora"
    assert secret not in str(ResetCode.objects.values()), "only its digest is kept"
    assert at_page(PASSWORD).status_code == 302, "a code that was issued ends nothing"
    assert use(f" {secret.lower().replace('-', '')} ").status_code == 204
    assert browser.get("/account/")["Location"].startswith("/login/"), "every device is logged out"
    assert at_tokens(PASSWORD).status_code == 401
    assert at_tokens(NEW).status_code == 201
    assert_problem(use(secret), 422, "wrong_reset_code", "once")


def test_on_the_pages(dora, staff):
    desk = confirmed(staff)
    page = desk.post("/account/codes/", {"login": "dora"})
    assert "no-store" in page["Cache-Control"]
    (secret,) = re.findall(r"<code>([\w-]+)</code>", page.content.decode())
    assert secret not in desk.get("/account/codes/").content.decode()
    wrong = Client().post("/account/password/code/", {"login": "dora", "code": "AAAA", "password": NEW})
    assert wrong.status_code == 422
    weak = Client().post("/account/password/code/", {"login": "dora", "code": secret, "password": "dora"})
    assert weak.status_code == 422
    assert NEW not in wrong.content.decode()
    answer = Client().post("/account/password/code/", {"login": "dora", "code": secret, "password": NEW})
    assert (answer.status_code, answer["Location"]) == (302, "/login/")
    assert at_page(NEW).status_code == 302


def test_whose_code_it_is_and_when(dora, staff, secret):
    other = login_with_password("otto")
    now = timezone.now()
    for login, code, moment in (
        ("otto", secret, now),
        ("nobody", secret, now),
        ("dora", secret[:-1] + ("A" if secret[-1] != "A" else "B"), now),
        ("dora", "", now),
        ("dora", secret, now + timedelta(hours=24, seconds=1)),
    ):
        with pytest.raises(WrongResetCode):
            password_reset(request=None, username=login, code=code, password=NEW, now=moment)
    _, second = reset_code_issue(actor=staff, user=dora)
    _, others = reset_code_issue(actor=staff, user=other)
    for code in (secret, others):
        with pytest.raises(WrongResetCode):
            password_reset(request=None, username="dora", code=code, password=NEW)
    dora.is_active = False
    dora.save()
    with pytest.raises(WrongResetCode):
        password_reset(request=None, username="dora", code=second, password=NEW)


def test_a_weak_password_does_not_use_it_up(dora, secret):
    with pytest.raises(WeakPassword):
        password_reset(request=None, username="dora", code=secret, password="12345678")
    assert password_reset(request=None, username="dora", code=secret, password=NEW) == dora


def test_a_wrong_code_and_no_login_are_answered_alike(dora, secret):
    said = [
        {**assert_problem(use("AAAA-AAAA-AAAA", login), 422, "wrong_reset_code"), "login": ""}
        for login in ("dora", "nora")
    ]
    assert said[0] | {"detail": said[0]["detail"].replace("dora", "nora")} == said[1]


def test_who_issues_codes(dora, staff):
    boss = login_with_password("boss", is_staff=True, is_superuser=True)
    for actor, user in ((dora, staff), (dora, dora), (staff, boss), (staff, staff), (boss, boss)):
        with pytest.raises(NotAllowed):
            reset_code_issue(actor=actor, user=user)
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=staff, user=UserFactory(is_superuser=True))
    assert reset_code_issue(actor=boss, user=staff)
    assert_problem(api_as(None).post("/api/v1/reset-codes/", {"login": "dora"}), 401, "not_authenticated")
    assert_problem(
        api_as(staff, ["report"]).post("/api/v1/reset-codes/", {"login": "dora"}), 403, "missing_scope"
    )
    assert_problem(api_as(staff).post("/api/v1/reset-codes/", {"login": "nobody"}), 422, "unknown_login")
    with pytest.raises(NotAuthenticated):
        reset_code_issue(actor=AnonymousUser(), user=dora)


def test_it_does_not_take_the_place_of_a_second_factor(dora, secret):
    with_second_factor(dora)
    assert use(secret).status_code == 204
    assert_problem(at_tokens(NEW), 401, "second_factor_needed")
    assert at_page(NEW)["Location"].startswith("/account/factors/authenticate/")
    assert at_tokens(NEW, body={"otp": app_code()}).status_code == 201


def test_the_page_that_issues_asks_who_it_is(staff):
    assert logged_in(staff).get("/account/codes/")["Location"].startswith("/account/reauthenticate/")
