"""The pages of accounts: in both languages, within the content security policy, kept by nobody else."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from matches.accounts.models import User
from matches.players.services import invitation_link_issue
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.each import check_all
from tests.factories import PlayerFactory, UserFactory

from .at_doors import PASSWORD, at_page, confirmed, login_with_password, with_second_factor
from .passkeys import SoftPasskey

pytestmark = pytest.mark.django_db

VISITOR = [
    "/login/",
    "/account/signup/",
    "/account/inactive/",
    "/account/email/sent/",
    "/account/email/confirm/no:such:key/",
    "/account/password/reset/",
    "/account/password/reset/sent/",
    "/account/password/reset/done/",
    "/account/password/reset/1-nosuchkey/",
    "/account/password/code/",
]
OWNER = [
    "/account/",
    "/account/codes/",
    "/account/email/",
    "/account/password/",
    "/account/reauthenticate/?next=/account/",
    "/account/factors/",
    "/account/factors/reauthenticate/",
    "/account/factors/totp/deactivate/",
    "/account/factors/recovery-codes/",
    "/account/factors/recovery-codes/generate/",
    "/account/factors/webauthn/",
    "/account/factors/webauthn/add/",
    "/account/sessions/",
    "/logout/",
]
# Names, and what is called the same everywhere.
LATIN = {"golden", "point", "api", "apache", "license", "javascript", "english", "dora", "utc", "qr"}


def words_of(page):
    """The Latin words that a reader sees or hears."""
    body = re.sub(r"<(script|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = " ".join(re.findall(r'\b(?:alt|aria-label|title|placeholder)="([^"]*)"', body))
    text = re.sub(r"<[^>]+>", " ", body)
    return set(re.findall(r"[a-z]{2,}", f"{text} {spoken}".lower())) - LATIN


def look(client, address, *, post=None):
    """The page in both languages, and what every page keeps to."""
    for language in ("en", "ja"):
        headers = {"Accept-Language": language}
        answer = (
            client.get(address, headers=headers)
            if post is None
            else client.post(address, post, headers=headers)
        )
        page = answer.content.decode()
        assert answer.status_code in (200, 422), (address, answer.status_code, answer.headers.get("Location"))
        assert f'<html lang="{language}">' in page
        assert page.count("<h1>") == 1, address
        assert re.search(r"<h1>[^<]+</h1>", page), address
        if address.startswith(("/account/", "/login/")):
            assert "no-store" in answer["Cache-Control"], address
        assert not re.findall(r"<[^>]+\s(?:style|on\w+)=", page), address
        for script in re.findall(r"<script[^>]*>", page):
            assert 'src="/static/' in script or 'type="application/json"' in script, script
        for field in re.findall(r"<input[^>]*>", page):
            if (
                'type="hidden"' not in field
                and 'type="search"' not in field
                and 'type="checkbox"' not in field
            ):
                assert "autocomplete=" in field, (address, field)
                (number,) = re.findall(r'\bid="([^"]+)"', field)
                before = page[: page.index(field)]
                assert before.rfind("<label") > before.rfind("</label"), (address, number, "has no label")
        if language == "ja":
            assert words_of(page) == set(), address


@pytest.mark.parametrize("mail", [True, False])
def test_pages_of_visitors(settings, mail):
    settings.MAIL_CONFIGURED = mail
    check_all(lambda address: look(Client(), address), [(address,) for address in VISITOR])


@pytest.mark.parametrize("mail", [True, False])
def test_pages_of_an_account(settings, mail):
    settings.MAIL_CONFIGURED = mail
    dora = login_with_password(is_staff=True)
    browser = confirmed(dora)
    look(browser, "/account/factors/totp/activate/")
    look(browser, "/account/factors/")
    with_second_factor(dora)
    check_all(lambda address: look(browser, address), [(address,) for address in OWNER])


def test_pages_of_a_passkey():
    browser, key = confirmed(login_with_password()), SoftPasskey()
    assert key.add_to(browser)["Location"] == "/account/factors/recovery-codes/"
    number = Authenticator.objects.get(type="webauthn").pk
    for page in ("", f"keys/{number}/edit/", f"keys/{number}/remove/", "reauthenticate/"):
        look(browser, f"/account/factors/webauthn/{page}")
    look(at_page(PASSWORD).client, "/account/factors/authenticate/")


def test_the_second_factor_s_page():
    with_second_factor(login_with_password())
    look(at_page(PASSWORD).client, "/account/factors/authenticate/")


def test_what_forms_say():
    """Every fault a form finds is said in the reader's language."""
    login_with_password()
    visitor = [
        ("/login/", {"username": "dora", "password": "guess"}),
        ("/login/", {"username": "", "password": ""}),
        ("/login/", {"username": "d" * 200, "password": "p" * 300}),
        ("/account/signup/", {"username": "dora", "password1": "12345678", "email": "x"}),
        ("/account/signup/", {"username": "d!", "password1": "dora", "email": ""}),
        ("/account/signup/", {"username": "annа", "password1": PASSWORD}),
        ("/account/signup/", {}),
        ("/account/password/reset/", {"email": "x"}),
    ]
    browser = confirmed(User.objects.get())
    owner = [
        ("/account/password/", {"oldpassword": "guess", "password1": "12345678"}),
        ("/account/password/", {}),
        ("/account/reauthenticate/", {"password": "guess"}),
        ("/account/email/", {"email": "x", "action_add": "1"}),
        ("/account/factors/totp/activate/", {"code": "000000"}),
        ("/account/factors/totp/activate/", {"code": ""}),
    ]
    check_all(lambda address, sent: look(Client(), address, post=sent), visitor)
    check_all(lambda address, sent: look(browser, address, post=sent), owner)


@pytest.fixture(autouse=True)
def _with_mail(settings):
    settings.MAIL_CONFIGURED = True


def test_every_page_leads_to_the_account_or_the_login(client):
    page = client.get("/players/").content.decode()
    assert '<a href="/login/?next=/players/">Log in</a>' in page
    assert '<a href="/account/signup/">Sign up</a>' in page
    client.force_login(login_with_password())
    page = client.get("/players/").content.decode()
    assert "dora: your menu" in page
    assert '<a href="/account/">Your account</a>' in page
    assert "Sign up" not in page


def signup(client, username="eva"):
    return client.post("/account/signup/", {"username": username, "password1": PASSWORD})


@pytest.mark.parametrize(
    ("registration", "invited", "open_"),
    [
        ("open", False, True),
        ("invited", False, False),
        ("invited", True, True),
        ("closed", False, False),
        ("closed", True, False),
    ],
)
def test_who_may_register(client, settings, registration, invited, open_):
    settings.REGISTRATION = registration
    if invited:
        kept = PlayerFactory(name="Eva", user=None)
        staff = UserFactory(username="staff", is_staff=True)
        client.get(f"/join/{invitation_link_issue(actor=staff, player_id=kept.pk).secret}/")
    look(client, "/account/signup/")
    answer = signup(client)
    assert User.objects.filter(username="eva").exists() is open_
    assert (answer.status_code == 302) is open_
    posted = api_as(None).post("/api/v1/logins/", {"login": "gus", "password": PASSWORD})
    if registration == "open":
        assert posted.status_code == 201
    else:
        assert_problem(posted, 403, "registration_closed", "Ask")


def test_whoever_signs_up_is_logged_in(client):
    assert signup(client, "Ｅｖａ")["Location"] == "/"
    assert "Eva" in client.get("/account/").content.decode()
    assert "doors" not in client.get("/account/").content.decode()
