"""Mails are asked for with what gives rise to them, and sent until a server has taken them."""

from datetime import timedelta

import psycopg
import pytest
from django.db import transaction
from django.utils import timezone, translation

from config.database import connection_parameters
from matches.hooks import mail_kinds
from matches.mails.models import EVERY_MAIL, MAILS_SEND, Mail
from matches.mails.services import GIVEN_UP_AFTER, mail_queue, mails_send
from matches.work.models import Outbox
from matches.work.services import work_sweep
from matches.work.turns import Turn
from tests.conftest import work_off
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

FACTOR = "mfa/email/totp_activated"
RESET = "account/email/password_reset_key"


@pytest.fixture
def dora():
    return UserFactory(username="dora", email="dora@home.example", email_confirmed_at=timezone.now())


def asked(dora, *, kind=FACTOR, to="dora@home.example"):
    mail_queue(kind=kind, to=to, login=dora)


def due():
    return Outbox.objects.filter(kind=MAILS_SEND, subject=EVERY_MAIL).exists()


def test_a_mail_is_sent_by_a_worker(box, dora):
    with translation.override("ja"):
        asked(dora)
    assert (box.mails, due()) == ([], True)
    work_off()
    (mail,) = box.mails
    assert mail["Subject"].strip() == "[club.example] 2段階認証の追加"
    assert "doraさん" in mail.get_content()
    assert not Mail.objects.exists()
    assert not due()
    mails_send()
    assert len(box.mails) == 1


def test_what_is_undone_is_not_mailed(box, dora):
    with transaction.atomic():
        asked(dora)
        transaction.set_rollback(True)
    assert not Mail.objects.exists()
    assert not due()


def test_a_server_that_is_away_loses_no_mail(box, dora, settings):
    settings.EMAIL_PORT = 1
    asked(dora)
    asked(dora, kind="mfa/email/webauthn_added")
    for _ in range(3):
        mails_send()
    assert due(), "the outbox asks again"
    first, second = Mail.objects.order_by("pk")
    assert (first.attempts, second.attempts) == (3, 0), "the second would fare no better"
    settings.EMAIL_PORT = box.port
    work_off()
    assert [mail["To"] for mail in box.mails] == ["dora@home.example"] * 2
    assert not Mail.objects.exists()


@pytest.mark.parametrize(
    ("answer", "stays"), [("550 No such user", False), ("451 Greylisted, try again later", True)]
)
def test_an_address_that_is_refused_holds_up_no_other(box, dora, answer, stays):
    box.answers["gone@home.example"] = answer
    asked(dora, to="gone@home.example")
    asked(dora)
    mails_send()
    assert [mail["To"] for mail in box.mails] == ["dora@home.example"]
    assert Mail.objects.filter(to="gone@home.example").exists() is stays
    assert due() is stays
    mails_send()
    assert len(box.mails) == 1, "what was sent is not sent again"


def test_nobody_waits_for_a_mail_of_yesterday(box, dora, settings, caplog):
    asked(dora)
    settings.EMAIL_PORT = 1
    mails_send(now=timezone.now() + GIVEN_UP_AFTER - timedelta(minutes=1))
    assert Mail.objects.exists()
    mails_send(now=timezone.now() + GIVEN_UP_AFTER + timedelta(minutes=1))
    assert not Mail.objects.exists()
    assert not due()
    assert "mail_given_up" in caplog.text
    assert "home.example" not in caplog.text, "addresses stay out of the log"


def test_one_worker_sends_at_a_time(box, dora):
    asked(dora)
    with psycopg.connect(**connection_parameters("test")) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [int(Turn.MAILS)])
        mails_send()
        assert (box.mails, due()) == ([], True), "it is left to the other, and stays due until it is gone"
        other.rollback()
    mails_send()
    assert len(box.mails) == 1


def test_without_a_server_nothing_is_asked_for_and_what_was_waits(box, dora, settings):
    asked(dora)
    settings.MAIL_CONFIGURED = False
    asked(dora)
    mails_send()
    assert (Mail.objects.count(), due()) == (1, True)
    settings.MAIL_CONFIGURED = True
    mails_send()
    assert len(box.mails) == 1


def test_what_was_forgotten_is_swept_up(box, dora):
    asked(dora)
    Outbox.objects.all().delete()
    work_sweep()
    work_off()
    assert len(box.mails) == 1
    work_sweep()
    assert not due()


def test_no_link_lies_in_the_database(box, dora):
    asked(dora, kind=RESET)
    held = Mail.objects.values().get()
    assert {"kind", "to", "login_id", "language", "rank"} == held.keys() - {"id", "created_at", "attempts"}
    assert "reset/" not in str(held)
    work_off()
    assert "https://club.example/account/password/reset/" in box.mails[0].get_content()


@pytest.mark.parametrize("since", [{"email": "dora@work.example"}, {"email_confirmed_at": None}])
def test_a_link_that_would_be_another_s_by_now_is_not_sent(box, dora, since):
    asked(dora, kind=RESET)
    type(dora).objects.update(**since)
    work_off()
    assert box.mails == []
    assert not Mail.objects.exists()


def test_a_kind_that_is_not_mailed_is_not_asked_for(box, dora):
    asked(dora, kind="account/email/login_code")
    assert not Mail.objects.exists()
    assert all(kind.compose or (kind.subject and kind.body) for kind in mail_kinds().values())
