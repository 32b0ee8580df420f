"""From a fact to a mail: posted once, spread to whom it concerns, sent once, never what is over."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from matches.accounts.services import login_time_zone_set
from matches.mails.models import Mail
from matches.notifications.models import NOTICE_SPREAD, NOTICES_DELIVER, Delivery, Notice
from matches.notifications.rules.timing import PAUSE, SETTLING
from matches.notifications.services import (
    notice_post,
    notice_settings_change,
    notice_spread,
    notices_deliver,
    notices_wake,
)
from matches.play.services import report_answer, report_submit
from matches.work.models import Outbox
from matches.work.services import work_prune, work_sweep, work_wake
from tests.conftest import work_off
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def reported(match, ann):
    report = report_submit(match_id=match.pk, actor=ann.user, score=(5, 3))
    work_off()
    return report


def later(**duration):
    """As if some time had passed: what is due by then is done."""
    now = timezone.now() + timedelta(**duration)
    work_wake(now=now)
    for row in Outbox.objects.filter(kind=NOTICES_DELIVER):
        notices_deliver(login_id=row.subject, now=now)
    work_off()


def mailed(box):
    return [(mail["To"], mail["Subject"].partition("] ")[2]) for mail in box.mails]


def ways(login, kind=None):
    rows = Delivery.objects.filter(login=login).order_by("pk")
    return [(row.channel, row.state) for row in rows if kind in (None, row.notice.kind)]


def test_who_is_asked_to_confirm_is_told_once(box, match, ann, bob):
    reported(match, ann)
    assert ways(bob.user) == [("page", "sent"), ("mail", "waiting")]
    assert ways(ann.user) == [], "who did it need not be told"
    assert box.mails == [], "what comes of one cause settles first"
    later(minutes=1)
    assert mailed(box) == [("bob@home.example", "Is that so? Ann – Bob 5–3")]
    assert ways(bob.user) == [("page", "sent"), ("mail", "sent")]
    later(minutes=2)
    work_sweep()
    work_off()
    assert len(box.mails) == 1
    assert not Mail.objects.exists()


def test_a_mail_is_plain_and_html_and_is_left_with_one_click(box, match, ann, bob):
    reported(match, ann)
    later(minutes=1)
    (mail,) = box.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].strip().startswith("<https://club.example/notices/unsubscribe/")
    assert mail["Message-ID"].endswith("@club.example>")
    plain, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
    link = f"https://club.example/matches/{match.pk}/"
    assert link in plain
    assert f'href="{link}"' in html
    assert "Ann has reported it." in plain
    assert "prefers-color-scheme:dark" in html
    assert "src=" not in html, "nothing is fetched by who reads it"


def test_what_is_undone_is_told_to_nobody(match):
    with transaction.atomic():
        notice_post("pairing_posted", match.pk)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()
    assert not Outbox.objects.exists()


def test_posting_and_spreading_twice_is_once(box, match, bob):
    for _ in range(2):
        notice_post("pairing_posted", match.pk)
    (notice,) = Notice.objects.all()
    assert Outbox.objects.filter(kind=NOTICE_SPREAD).count() == 1
    for _ in range(2):
        notice_spread(notice_id=notice.pk)
    assert Delivery.objects.filter(login=bob.user).count() == 2
    assert not Outbox.objects.filter(kind=NOTICE_SPREAD).exists()


def test_what_is_over_is_not_sent(box, match, ann, bob):
    report = reported(match, ann)
    report_answer(report_id=report.pk, actor=bob.user, agrees=True)
    later(minutes=1)
    assert box.mails == []
    assert ways(bob.user, "report_to_confirm") == [("page", "sent"), ("mail", "needless")]


def test_what_is_over_while_the_server_is_away_is_not_sent(box, match, ann, bob, settings):
    report = reported(match, ann)
    settings.EMAIL_PORT = 1
    now = timezone.now() + timedelta(minutes=1)
    notices_deliver(login_id=bob.user.pk, now=now)
    assert Mail.objects.count() == 1
    report_answer(report_id=report.pk, actor=bob.user, agrees=True)
    settings.EMAIL_PORT = box.port
    work_off()
    assert box.mails == []
    assert ways(bob.user, "report_to_confirm") == [("page", "sent"), ("mail", "needless")]


def test_several_go_as_one_mail(box, match, ann, bob):
    notice_post("pairing_posted", match.pk)
    reported(match, ann)
    notice_post("match_superseded", match.pk, "x", data={"superseded": False})
    work_off()
    later(minutes=11)
    subjects = dict(mailed(box))
    assert subjects["bob@home.example"] == "2 notices for you", "the match is not to be set up any more"
    assert subjects["ann@home.example"] == "Counts again: Ann – Bob"
    assert len(box.mails) == 2


def test_after_a_mail_the_next_waits_for_the_pause_to_be_over(box, match, ann, bob):
    notice_post("pairing_posted", match.pk)
    work_off()
    first = Delivery.objects.get(login=bob.user, channel="mail")
    notice_post("match_superseded", match.pk, "x", data={"superseded": False})
    Delivery.objects.update(due_at=first.due_at - timedelta(minutes=5), state="sent")
    work_off()
    second = Delivery.objects.get(login=bob.user, channel="mail", notice__kind="match_superseded")
    assert second.due_at == first.due_at - timedelta(minutes=5) + PAUSE


@pytest.mark.parametrize("change", [{"email_confirmed_at": None}, {"email": ""}, {"is_active": False}])
def test_only_a_confirmed_address_is_mailed_to(box, match, ann, bob, change):
    type(bob.user).objects.filter(pk=bob.user.pk).update(**change)
    reported(match, ann)
    later(minutes=1)
    assert box.mails == []


def test_an_address_that_changes_meanwhile_gets_nothing(box, match, ann, bob, settings):
    reported(match, ann)
    settings.EMAIL_PORT = 1
    notices_deliver(login_id=bob.user.pk, now=timezone.now() + timedelta(minutes=1))
    type(bob.user).objects.filter(pk=bob.user.pk).update(email="bob@work.example")
    settings.EMAIL_PORT = box.port
    work_off()
    assert box.mails == []


def test_without_mail_the_list_has_it_all_the_same(box, match, ann, bob, settings):
    settings.MAIL_CONFIGURED = False
    reported(match, ann)
    assert ways(bob.user) == [("page", "sent")]


def test_mail_comes_in_the_language_and_the_zone_of_the_login(box, match, ann, bob):
    login_time_zone_set(user=bob.user, time_zone="Asia/Tokyo")
    type(bob.user).objects.filter(pk=bob.user.pk).update(language="ja")
    reported(match, ann)
    later(minutes=1)
    (mail,) = box.mails
    assert "Annさんが結果を報告しました" in mail.get_body(("plain",)).get_content()


def test_what_somebody_does_not_want_is_not_mailed(box, match, ann, bob):
    notice_settings_change(login=bob.user, choices={"report_to_confirm": {"mail": False}})
    reported(match, ann)
    later(minutes=1)
    assert box.mails == []
    assert ways(bob.user) == [("page", "sent")]
    notice_settings_change(login=bob.user, choices={"report_to_confirm": {"mail": True}})
    bob.user.notice_settings.refresh_from_db()
    assert bob.user.notice_settings.choices == {}, "what is as it usually is, is not kept"


def test_a_notice_for_later_waits_for_its_hour(match, bob):
    at = timezone.now() + timedelta(hours=3)
    notice_post("pairing_posted", match.pk, due_at=at)
    work_off()
    notices_wake(now=at - timedelta(minutes=1))
    assert not Outbox.objects.exists()
    notices_wake(now=at)
    assert Outbox.objects.filter(kind=NOTICE_SPREAD).exists()
    work_off()
    assert ways(bob.user) != []


def test_a_forgotten_notice_is_swept_up(match, bob):
    notice_post("pairing_posted", match.pk, now=timezone.now() - timedelta(minutes=2))
    Outbox.objects.all().delete()
    work_sweep()
    work_off()
    assert ways(bob.user) != []


def test_old_notices_are_forgotten(match, bob):
    notice_post("pairing_posted", match.pk)
    work_off()
    work_prune(now=timezone.now() + timedelta(days=89))
    assert Notice.objects.exists()
    work_prune(now=timezone.now() + timedelta(days=91))
    assert not Delivery.objects.exists()


def test_spreading_costs_the_same_for_any_number(match, bob, django_assert_max_num_queries, box):
    notice_post("pairing_posted", match.pk)
    notice = Notice.objects.get()
    with django_assert_max_num_queries(18):
        notice_spread(notice_id=notice.pk)


def test_a_service_account_is_told_nothing(match, bob):
    UserFactory(username="robot", service_name="Robot")
    type(bob.user).objects.filter(pk=bob.user.pk).update(service_name="Bot")
    notice_post("pairing_posted", match.pk)
    work_off()
    assert ways(bob.user) == []


def test_settling_is_short():
    assert timedelta(minutes=1) > SETTLING
