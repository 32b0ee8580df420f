"""Addresses and the mails to them, through a real server of mails."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.services.addresses import login_wipe
from matches.base.api.throttling import throttle_counters
from matches.mails.models import Mail
from matches.mails.services import mails_send
from tests.conftest import api_as, work_off

from .at_doors import PASSWORD, at_page, confirmed, login_with_password, with_second_factor

pytestmark = pytest.mark.django_db

NEW = "another horse battery"
JA = {"Accept-Language": "ja"}


class Arrived:
    """What the workers have mailed, one by one."""

    def __init__(self, box):
        self.box = box

    def all(self):
        work_off()
        return self.box.mails

    def take(self):
        (mail,) = self.all()
        self.box.mails.clear()
        return mail


@pytest.fixture
def box(box):
    return Arrived(box)


def link_in(mail):
    """The path of the one link, which is of this installation."""
    (link,) = re.findall(r"https?://\S+", mail.get_content())
    assert link.startswith("https://club.example/"), link
    return link.removeprefix("https://club.example")


def signed_up(username="dora", email="dora@home.example", **headers):
    browser = Client(headers=headers)
    sent = {"username": username, "password1": PASSWORD, "email": email}
    answer = browser.post("/account/signup/", sent)
    assert (answer.status_code, answer["Location"]) == (302, "/"), answer.content.decode()
    return browser


def confirm(browser, mail):
    path = link_in(mail)
    assert browser.get(path).status_code == 200
    return browser.post(path)


@pytest.mark.parametrize(
    ("language", "subject", "said"),
    [
        ("en", "[club.example] Confirm your e-mail address", "dora@home.example is your address"),
        ("ja", "[club.example] メールアドレスの確認", "dora@home.exampleがご自分のアドレス"),
    ],
)
def test_an_address_is_confirmed(box, language, subject, said):
    browser = signed_up(**{"Accept-Language": language, "Host": "evil.example"})
    mail = box.take()
    assert (mail["Subject"].strip(), mail["From"], mail["To"]) == (
        subject,
        "desk@club.example",
        "dora@home.example",
    )
    assert mail.get_content_type() == "text/plain"
    assert said in mail.get_content()
    assert (
        mail.get_content().rstrip().endswith(("Golden Point at club.example", "Golden Point（club.example）"))
    )
    assert "evil" not in str(mail)
    dora = User.objects.get()
    assert (dora.email, dora.email_confirmed_at) == ("dora@home.example", None)
    before = timezone.now()
    assert confirm(browser, mail)["Location"] == "/account/"
    dora.refresh_from_db()
    assert before <= dora.email_confirmed_at <= timezone.now()
    assert box.all() == []


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "[club.example] A new password"), ("ja", "[club.example] 新しいパスワード")],
)
def test_a_password_is_reset(box, language, subject):
    confirm(signed_up(), box.take())
    asked = Client(headers={"Accept-Language": language, "Host": "evil.example"})
    assert asked.post("/account/password/reset/", {"email": "DORA@home.example"}).status_code == 302
    mail = box.take()
    assert mail["Subject"].strip() == subject
    hidden = asked.get(link_in(mail))
    assert hidden["Location"].endswith("-set-password/"), "the key leaves the address"
    weak = asked.post(hidden["Location"], {"password1": "12345678"})
    assert weak.status_code == 200
    held = api_as(User.objects.get())
    assert asked.post(hidden["Location"], {"password1": NEW}).status_code == 302
    assert held.get("/api/v1/me/").status_code == 401, "whoever had the old one may have made tokens"
    told = box.take()
    assert "evil" not in str(told)
    assert at_page(PASSWORD).status_code == 200
    assert at_page(NEW).status_code == 302
    spent = Client().get(link_in(mail))
    assert "no longer works" in spent.content.decode()


def test_a_mailed_link_does_not_take_the_place_of_a_second_factor(box):
    confirm(signed_up(), box.take())
    with_second_factor(User.objects.get())
    Client().post("/account/password/reset/", {"email": "dora@home.example"})
    browser = Client()
    hidden = browser.get(link_in(box.take()))
    assert browser.post(hidden["Location"], {"password1": NEW}).status_code == 302
    assert browser.get("/account/").status_code == 302
    assert at_page(NEW)["Location"].startswith("/account/factors/authenticate/")


def test_whether_an_address_is_known_is_not_said(box):
    confirm(signed_up(), box.take())
    asked = {}
    for email in ("dora@home.example", "nobody@home.example"):
        browser = Client()
        answer = browser.post("/account/password/reset/", {"email": email})
        shown = browser.get(answer["Location"]).content.decode()
        asked[email] = (answer.status_code, answer["Location"], re.sub(r'value="\w+"', "", shown))
        assert box.take()["To"] == email, "a mail either way, so it takes as long"
    assert asked["dora@home.example"] == asked["nobody@home.example"]
    throttle_counters().flushdb()  # one mail to confirm an address every three minutes is enough
    again = signed_up("otto", "dora@home.example")
    shown = again.get(link_in(box.take())).content.decode()
    assert "could not be confirmed" in shown, "it is dora's; only who reads her mail learns that"
    assert User.objects.get(username="otto").email_confirmed_at is None


def test_only_who_has_confirmed_an_address_gets_its_link(box):
    signed_up()
    box.take()
    Client().post("/account/password/reset/", {"email": "dora@home.example"})
    assert "No account has this address confirmed" in " ".join(box.take().get_content().split())


def test_another_address_takes_its_place_when_it_is_confirmed(box):
    confirm(signed_up(), box.take())
    dora = User.objects.get()
    long_ago = timezone.now() - timedelta(days=30)
    User.objects.update(email_confirmed_at=long_ago)
    browser = confirmed(dora)
    page = browser.post("/account/email/", {"email": "dora@work.example", "action_add": "1"})
    assert page.status_code == 302
    mail = box.take()
    dora.refresh_from_db()
    assert (dora.email, dora.email_confirmed_at) == ("dora@home.example", long_ago)
    confirm(browser, mail)
    dora.refresh_from_db()
    assert dora.email == "dora@work.example"
    assert dora.email_confirmed_at > long_ago + timedelta(days=1), "another address, another beginning"
    assert box.take()["To"] == "dora@home.example", "the old one hears of it"
    browser.post("/account/email/", {"email": "dora@work.example", "action_remove": "1"})
    dora.refresh_from_db()
    assert (dora.email, dora.email_confirmed_at) == ("", None)
    assert not EmailAddress.objects.exists()


def test_an_address_can_be_given_later(box):
    browser = confirmed(login_with_password())
    assert "@" not in browser.get("/account/email/").content.decode().split("<main")[1]
    browser.post("/account/email/", {"email": "dora@home.example", "action_add": "1"})
    confirm(browser, box.take())
    assert User.objects.get().email_confirmed_at is not None


def test_programs_register_with_an_address(box):
    body = {"login": "dora", "password": PASSWORD, "email": "Dora@Home.example"}
    assert api_as(None).post("/api/v1/logins/", body, headers=JA).status_code == 201
    assert "メールアドレスの確認" in box.all()[0]["Subject"]
    assert User.objects.get().email_confirmed_at is None
    confirm(Client(), box.take())
    assert User.objects.get().email_confirmed_at is not None


def test_a_server_of_mails_that_is_away_stops_nobody(box, settings):
    there, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    browser = signed_up()
    mails_send()
    assert browser.get("/account/").status_code == 200
    settings.EMAIL_PORT = there
    confirm(browser, box.take())
    assert User.objects.get().email_confirmed_at is not None


def test_a_mail_on_its_way_ends_with_its_owner_s_name(box):
    signed_up()
    login_wipe(User.objects.get())
    assert box.all() == []
    assert not Mail.objects.exists()


def test_mails_are_not_sent_without_end(box):
    tried = [
        Client().post("/account/password/reset/", {"email": "x@home.example"}).status_code for _ in range(7)
    ]
    assert tried == [302] * 5 + [429] * 2
    assert len(box.all()) == 5


def test_without_mail_no_page_offers_it(settings):
    settings.MAIL_CONFIGURED = False
    assert 'name="email"' not in Client().get("/account/signup/").content.decode()
    page = Client().get("/account/password/reset/").content.decode()
    assert "Ask a director of your club, or staff, for a one-time code." in page
    assert 'name="email"' not in page
    assert Client().post("/account/password/reset/", {"email": "x@home.example"}).status_code == 422
    dora = login_with_password(email="dora@home.example")
    browser = confirmed(dora)
    assert "No mail is sent from here" in browser.get("/account/email/").content.decode()
    refused = browser.post("/account/email/", {"email": "a@home.example", "action_add": "1"})
    assert refused.status_code == 422
    assert not EmailAddress.objects.filter(email="a@home.example").exists()


def test_what_ends_with_a_name(box):
    browser = signed_up()
    confirm(browser, box.take())
    dora = User.objects.get()
    with_second_factor(dora)
    login_wipe(dora)
    dora.refresh_from_db()
    assert (dora.email, dora.email_confirmed_at) == ("", None)
    assert not EmailAddress.objects.exists()
    assert browser.get("/account/").status_code == 302


def test_the_secrets_of_links_stay_out_of_the_log(box, caplog):
    browser = signed_up()
    path = link_in(box.take())
    browser.get(path)
    assert "GET /account/email/confirm/..." in caplog.text
    assert path.split("/")[4] not in caplog.text
