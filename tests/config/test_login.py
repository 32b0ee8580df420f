"""Logging in on the pages: a session for whoever directs."""

import html
import re

import pytest

from matches.base.api.throttling import CallerThrottle
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora():
    login = UserFactory(username="dora")
    login.set_password("correct horse battery")
    login.save()
    return login


def attempt(client, password="correct horse battery", **sent):
    return client.post("/login/", {"username": "dora", "password": password, **sent})


def test_a_login_leads_back_to_where_it_was_asked_for(client, dora):
    refused = client.get("/players/").content.decode()
    assert '<a href="/login/?next=/players/">' in refused
    response = attempt(client, next="/players/")
    assert (response.status_code, response["Location"]) == (302, "/players/")
    page = client.get("/players/").content.decode()
    assert "dora" in page
    assert "/login/" not in page
    assert client.post("/logout/").status_code == 302
    assert "dora" not in client.get("/players/").content.decode()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_nobody_is_led_astray(client, dora, target):
    assert attempt(client, next=target)["Location"] == "/"


@pytest.mark.parametrize(
    "change", [{"password": "wrong"}, {"username": "nobody"}], ids=["password", "username"]
)
def test_a_wrong_password_is_refused_without_saying_what_was_wrong(client, dora, change):
    response = client.post("/login/", {"username": "dora", "password": "correct horse battery", **change})
    assert response.status_code == 200
    assert "Wrong username or password." in html.unescape(response.content.decode())
    assert "sessionid" not in response.cookies


def test_whoever_has_been_locked_out_does_not_get_in(client, dora):
    dora.is_active = False
    dora.save()
    assert attempt(client).status_code == 200


def test_the_page_keeps_to_the_content_security_policy(client):
    page = client.get("/login/", headers={"Accept-Language": "ja"}).content.decode()
    assert "ログイン" in page
    assert not re.findall(r"<[^>]+\s(?:style|on\w+)=", page)
    scripts = re.findall(r"<script[^>]*>", page)
    assert scripts
    for script in scripts:
        assert 'src="/static/' in script or 'type="application/json"' in script, script


def test_guesses_are_counted_together_with_the_api_s(client, dora, monkeypatch):
    rates = {"anonymous": "99/day", "login": "99/day", "password": "2/day"}
    monkeypatch.setattr(CallerThrottle, "THROTTLE_RATES", rates)
    assert attempt(client, "guess").status_code == 200
    api_as(None).post("/api/v1/tokens/", {"login": "dora", "password": "guess", "name": "x"})
    response = attempt(client)
    assert response.status_code == 429
    assert "Too many attempts." in response.content.decode()
    answer = api_as(None).post("/api/v1/tokens/", {"login": "dora", "password": "guess", "name": "x"})
    assert_problem(answer, 429, "too_many_requests")
