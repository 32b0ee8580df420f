"""A worker that dies between the server's yes and its own commit sends the same mail again, and says so."""

import os
import signal
from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.db import connection
from django.utils import timezone

from matches.mails.models import Mail
from matches.mails.services import mails_send
from matches.notifications.models import NOTICE_SPREAD, Delivery, Notice
from matches.notifications.services import notice_post, notice_spread, notices_deliver
from matches.work.models import Outbox
from tests.contenders import contending

from .worker import send

pytestmark = pytest.mark.django_db(transaction=True)

SERVER = (
    "EMAIL_BACKEND",
    "EMAIL_HOST",
    "EMAIL_PORT",
    "MAIL_CONFIGURED",
    "PUBLIC_URL",
    "PUBLIC_HOST",
    "DEFAULT_FROM_EMAIL",
)


def worker():
    database = {"NAME": connection.settings_dict["NAME"]}
    server = {name: getattr(configured, name) for name in SERVER}
    return contending().Process(target=send, args=(database, server))


def test_what_a_killed_worker_has_sent_comes_again_under_the_same_id(box, match, ann, bob, monkeypatch):
    notice_post("pairing_posted", match.pk)
    (notice,) = Notice.objects.all()
    notice_spread(notice_id=notice.pk)
    later = timezone.now() + timedelta(minutes=1)
    notices_deliver(login_id=bob.user.pk, now=later)
    process = worker()
    take = type(box).handle_DATA

    async def take_and_kill(*said):
        taken = await take(*said)
        os.kill(process.pid, signal.SIGKILL)
        return taken

    monkeypatch.setattr(type(box), "handle_DATA", take_and_kill)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    monkeypatch.undo()
    assert len(box.mails) == 1
    assert Mail.objects.count() == 1, "nothing was committed"
    # What came meanwhile goes by itself: which notices a mail carries was settled before.
    notice_post("match_superseded", match.pk, "x", data={"superseded": False})
    notice_spread(notice_id=Notice.objects.get(kind="match_superseded").pk)
    notices_deliver(login_id=bob.user.pk, now=later)
    mails_send()
    first, again, *_others = box.mails
    assert first["Message-ID"] == again["Message-ID"]
    plain = [each.get_body(("plain",)).get_content() for each in (first, again)]
    assert plain[0].partition("unsubscribe")[0] == plain[1].partition("unsubscribe")[0]
    mails_send()
    carrying = [mail for mail in box.mails if mail["Message-ID"] == first["Message-ID"]]
    assert len(carrying) == 2, "once more, and never again"
    assert Delivery.objects.get(login=bob.user, notice=notice, channel="mail").state == "sent"


def test_a_worker_that_dies_before_it_is_done_leaves_the_work_due(box, match, ann, bob):
    notice_post("pairing_posted", match.pk)
    notice = Notice.objects.get()
    assert Outbox.objects.filter(kind=NOTICE_SPREAD, subject=notice.pk).exists()
    for _ in range(2):
        notice_spread(notice_id=notice.pk)
    assert not Outbox.objects.filter(kind=NOTICE_SPREAD).exists()
    assert Delivery.objects.filter(notice=notice).count() == 4
