"""Second factors: on the pages and for programs."""

import json
import re
import subprocess
import sys
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from matches.accounts import urls
from tests.answers import assert_problem
from tests.conftest import api_as

from . import at_doors
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
from .passkeys import SoftPasskey

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora(db):
    return login_with_password()


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_an_app_may_be_half_a_minute_off_and_a_code_works_once(dora, off):
    with_second_factor(dora)
    code = app_code(off)
    assert at_tokens(PASSWORD, body={"otp": code}).status_code == 201
    # What allauth remembers of used codes ends before the code does.
    cache.delete(f"allauth.mfa.totp.used?user={dora.pk}&code={code}")
    for typed in (code, f"{code[:3]} {code[3:]}"):
        assert_problem(at_tokens(PASSWORD, body={"otp": typed}), 401, "second_factor_needed")
        cache.delete(f"allauth.mfa.totp.used?user={dora.pk}&code={code}")
    waiting = at_page(PASSWORD).client
    assert waiting.post("/account/factors/authenticate/", {"code": code}).status_code == 200
    other = app_code(1 if off == 0 else -off)
    assert waiting.post("/account/factors/authenticate/", {"code": other}).status_code == 302


def test_a_code_of_a_minute_ago_is_none(dora):
    with_second_factor(dora)
    assert_problem(at_tokens(PASSWORD, body={"otp": app_code(-3)}), 401, "second_factor_needed")


def test_an_authenticator_app_from_beginning_to_end(dora, monkeypatch):
    assert (
        logged_in(dora)
        .get("/account/factors/totp/activate/")["Location"]
        .startswith("/account/reauthenticate/")
    )
    browser = confirmed(dora)
    page = browser.get("/account/factors/totp/activate/").content.decode()
    (key,) = re.findall(r"<code>([A-Z2-7]{32})</code>", page)
    monkeypatch.setattr(at_doors, "KEY", key)
    assert "data:image/svg+xml" in page
    wrong = browser.post("/account/factors/totp/activate/", {"code": "000000"})
    assert "That code is not right" in wrong.content.decode()
    assert browser.post("/account/factors/totp/activate/", {"code": app_code()}).status_code == 302
    codes = re.findall(
        r"<code>(\d{8})</code>", browser.get("/account/factors/recovery-codes/").content.decode()
    )
    assert len(codes) == 10
    saved = browser.get("/account/factors/recovery-codes/download/")
    assert saved.content.decode().split() == codes
    assert "no-store" in saved["Cache-Control"]

    asked = at_page(PASSWORD)
    assert asked["Location"].startswith("/account/factors/authenticate/")
    answer = asked.client.post("/account/factors/authenticate/", {"code": codes[0]})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    again = at_page(PASSWORD)
    spent = again.client.post("/account/factors/authenticate/", {"code": codes[0]})
    assert spent.status_code == 200
    assert "sessionid" in again.client.cookies
    assert again.client.get("/account/").status_code == 302, "half a login opens nothing"

    assert browser.post("/account/factors/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=dora).exists()
    assert at_page(PASSWORD)["Location"] == "/"


def test_programs_show_it_too(dora):
    codes = with_second_factor(dora)
    assert_problem(at_tokens("guess", body={"otp": app_code()}), 401, "wrong_password")
    assert_problem(at_tokens(PASSWORD), 401, "second_factor_needed", "`otp`")
    assert_problem(at_tokens(PASSWORD, body={"otp": "000000"}), 401, "second_factor_needed", "no code")
    issued = at_tokens(PASSWORD, body={"otp": app_code()})
    assert (issued.status_code, issued["Cache-Control"]) == (201, "no-store")
    assert_problem(at_tokens(PASSWORD, body={"otp": app_code()}), 401, "second_factor_needed")
    assert at_tokens(PASSWORD, body={"otp": codes[3]}).status_code == 201
    assert_problem(at_tokens(PASSWORD, body={"otp": codes[3]}), 401, "second_factor_needed")


def test_passkeys_are_for_this_installation(dora, settings):
    settings.PUBLIC_URL, settings.PUBLIC_HOST = "https://club.example", "club.example"
    answer = confirmed(dora).get("/account/factors/webauthn/add/", headers={"Host": "evil.example"})
    page = answer.content.decode()
    (data,) = re.findall(r'<script id="passkey_data" type="application/json">(.*?)</script>', page)
    options = json.loads(data)["creation_options"]["publicKey"]
    assert options["rp"] == {"id": "club.example", "name": "Golden Point"}
    assert options["user"]["name"] == "dora"
    asked = at_page("x").client.get(
        "/account/factors/webauthn/login/", headers={"Accept": "application/json"}
    )
    assert asked.json()["request_options"]["publicKey"]["rpId"] == "club.example"


def test_a_passkey_lets_in_without_a_password(dora, settings):
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
    key = SoftPasskey()
    assert key.add_to(confirmed(dora)).status_code == 302
    there = Client()
    assert key.log_in(there)["Location"] == "/"
    assert there.get("/account/").status_code == 200
    # Whoever has the key but not the finger; another key; the same answer once more.
    assert key.log_in(Client(), flags=0)["Location"] == "/login/"
    other = SoftPasskey()
    other.number, other.user = key.number, key.user
    assert other.log_in(Client())["Location"] == "/login/"
    asked = Client()
    seen = asked.get("/account/factors/webauthn/login/", headers={"Accept": "application/json"}).json()
    sent = {"credential": key.answer(seen["request_options"]["publicKey"]["challenge"])}
    assert asked.post("/account/factors/webauthn/login/", sent)["Location"] == "/"
    assert Client().post("/account/factors/webauthn/login/", sent)["Location"] == "/login/"
    # It is a second factor, too.
    assert at_page(PASSWORD)["Location"].startswith("/account/factors/authenticate/")
    assert_problem(at_tokens(PASSWORD), 401, "second_factor_needed")
    dora.is_active = False
    dora.save()
    closed = Client()
    key.log_in(closed)
    assert closed.get("/account/").status_code == 302


def test_what_is_no_passkey_is_refused(dora):
    for sent in ("{}", "nonsense", '{"id": 1}', "[]", '{"id": "a", "response": {}}'):
        answer = at_page("x").client.post("/account/factors/webauthn/login/", {"credential": sent})
        assert (answer.status_code, answer["Location"]) == (302, "/login/"), sent
        added = confirmed(dora).post("/account/factors/webauthn/add/", {"credential": sent, "name": "x"})
        assert added.status_code == 200, sent


def test_other_devices(dora):
    here, there = logged_in(dora), logged_in(dora)
    page = here.get("/account/sessions/").content.decode()
    assert page.count("127.0.0.1") == 2
    assert page.count("This device") == 1
    program = logged_in(dora, "curl/8.5.0")
    assert '<li>curl/8.5.0 <span class="badge' in program.get("/account/sessions/").content.decode()
    assert here.post("/account/sessions/").status_code == 302
    assert there.get("/account/").status_code == 302
    assert here.get("/account/").status_code == 200


def test_another_password_logs_out_the_other_devices(dora):
    here, there = logged_in(dora), logged_in(dora)
    body = {"oldpassword": PASSWORD, "password1": "another horse battery"}
    wrong = here.post("/account/password/", {**body, "oldpassword": "guess"})
    assert "That is not your password." in wrong.content.decode()
    assert here.post("/account/password/", body)["Location"] == "/account/"
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
    assert here.get("/account/sessions/").content.decode().count("127.0.0.1") == 1


def test_a_program_changes_the_password(dora):
    there, client = logged_in(dora), api_as(dora)
    body = {"password": PASSWORD, "new_password": "another horse battery"}
    assert_problem(client.post("/api/v1/me/password/", {**body, "password": "guess"}), 401, "wrong_password")
    assert_problem(
        client.post("/api/v1/me/password/", {**body, "new_password": "dora"}), 422, "weak_password"
    )
    assert_problem(api_as(dora, ["report"]).post("/api/v1/me/password/", body), 403, "missing_scope")
    assert client.post("/api/v1/me/password/", body).status_code == 204
    assert there.get("/account/").status_code == 302
    assert client.get("/api/v1/me/").status_code == 200, "tokens stay"


def test_addresses_are_allauth_s():
    """Ours load its views late; none is missing, and none stands elsewhere."""
    theirs = import_module("allauth.mfa.urls").urlpatterns
    assert sorted(patterns_of(urls.factors)) == sorted(patterns_of(theirs))


def patterns_of(patterns, before=""):
    """Each address with its name."""
    for each in patterns:
        if hasattr(each, "url_patterns"):
            yield from patterns_of(each.url_patterns, f"{before}{each.pattern}")
        else:
            yield f"{before}{each.pattern}", each.name


def test_nobody_who_starts_the_service_waits_for_passkeys():
    """Loading what they need takes as long as the rest of allauth together."""
    code = "import config.wsgi, sys; sys.exit('fido2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
