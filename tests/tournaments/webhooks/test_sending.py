"""From a notice to the receiver: signed, in order, once per id, again for a day, and no longer."""

import base64
import hashlib
import hmac
import json
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from matches.notifications.models import Notice
from matches.work.models import Outbox
from matches.work.services import work_prune, work_sweep
from tests.conftest import work_off
from tests.contenders import contending
from tests.receivers import after, answering
from tournaments.clubs.services import club_create
from tournaments.webhooks.models import WEBHOOK_SEND, Webhook, WebhookAttempt, WebhookDelivery
from tournaments.webhooks.rules.retries import PAUSES, TRIED_FOR
from tournaments.webhooks.services import (
    deliveries_redeliver,
    webhook_add,
    webhook_change,
    webhook_redeliver,
    webhook_secret_rotate,
    webhook_send,
    webhook_test,
)

from .conftest import again, at, happens, ids, later, spread
from .worker import send

pytestmark = pytest.mark.django_db


def states(webhook):
    return list(webhook.deliveries.order_by("pk").values_list("state", flat=True))


def test_what_arrives(box, added, matches, club):
    webhook, secret = added
    happens(matches[0], "one")
    work_off()
    (got,) = box.received
    notice = Notice.objects.get(kind="match_superseded")
    assert got.headers["webhook-id"] == f"notice-{notice.pk}"
    assert got.headers["content-type"] == "application/json"
    said = Verifier(secret).verify(got.body, got.headers)
    assert said["type"] == "match.superseded"
    assert datetime.fromisoformat(said["timestamp"]) == notice.created_at
    assert said["data"] == {
        "subject": {
            "kind": "match",
            "number": matches[0].pk,
            "api": f"https://club.example/api/v1/matches/{matches[0].pk}/",
        },
        "title": "Counts no more: Ann – Dai",
        "sentence": "After the correction of another result others play in its place.",
        "club": club.pk,
        "occasion": "one",
        "deadline": None,
        "is_over": True,
        "details": {"superseded": True},
        "page": f"https://club.example/matches/{matches[0].pk}/",
    }
    assert states(webhook) == ["delivered"]
    attempt = WebhookAttempt.objects.get()
    assert (attempt.status, attempt.fault, attempt.answer) == (204, "", "")
    assert not Outbox.objects.exists()


def test_the_signature_is_that_of_the_standard(box, added, matches):
    """Worked out by hand: base64 of HMAC-SHA256 over id, time and body, each ended by a point."""
    happens(matches[0], "one")
    work_off()
    (got,) = box.received
    key = base64.b64decode(added[1].removeprefix("whsec_"))
    assert len(key) == 32
    headers = got.headers
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + got.body
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"


def test_what_is_tampered_with_fails(box, added, matches):
    happens(matches[0], "one")
    work_off()
    (got,) = box.received
    verifier = Verifier(added[1])
    verifier.verify(got.body, got.headers)
    tampered = [
        (got.body.replace(b"true", b"false", 1), got.headers),
        (got.body, {**got.headers, "webhook-id": "notice-1"}),
        (got.body, {**got.headers, "webhook-timestamp": str(int(time.time()) + 9)}),
    ]
    for body, headers in tampered:
        with pytest.raises(WebhookVerificationError):
            verifier.verify(body, headers)


def test_a_rotated_secret_signs_beside_the_one_before_for_a_day(box, added, matches, director):
    webhook, old = added
    _, new = webhook_secret_rotate(actor=director, webhook_id=webhook.pk)
    happens(matches[0], "one")
    work_off()
    (got,) = box.received
    assert len(got.headers["webhook-signature"].split(" ")) == 2
    for secret in (old, new):
        Verifier(secret).verify(got.body, got.headers)
    happens(matches[0], "two")
    spread()
    later(hours=25)
    got = box.received[1]
    assert len(got.headers["webhook-signature"].split(" ")) == 1
    work_prune(now=timezone.now() + timedelta(hours=25))
    assert again(webhook).secret_before is None


def test_secrets_are_not_to_be_read_from_the_database(added):
    webhook, secret = added
    raw = bytes(again(webhook).secret)
    assert secret.encode() not in raw
    assert base64.b64decode(secret.removeprefix("whsec_")) not in raw


def test_types_that_are_not_wanted_do_not_go(box, webhook, matches, director):
    webhook_change(actor=director, webhook_id=webhook.pk, types=["match.disputed"])
    happens(matches[0], "one")
    work_off()
    assert box.received == []
    assert states(webhook) == []


def test_other_clubs_hear_nothing(box, matches, director):
    other = club_create(actor=director, name="Other Club")
    webhook_add(actor=director, club_id=other.pk, url=box.url)
    happens(matches[0], "one")
    work_off()
    assert box.received == []


def test_down_for_an_hour(box, webhook, matches):
    """Then everything comes, in order for each subject, and each id once."""
    box.answer = answering(503, b"being repaired")
    begun = timezone.now()
    wanted = {0: [], 1: []}
    for minute in range(0, 60, 5):
        for number in (0, 1):
            happens(matches[number], str(minute))
            wanted[number].append(f"notice-{Notice.objects.latest('pk').pk}")
        spread()
        at(begun + timedelta(minutes=minute))
    assert set(states(webhook)) == {"waiting"}
    first = WebhookAttempt.objects.earliest("pk")
    assert (first.status, first.answer) == (503, "being repaired")
    tried = set(ids(box))
    assert tried == {wanted[0][0], wanted[1][0]}, "nothing before what happened earlier"
    box.empty()
    for minute in range(60, 240, 10):
        at(begun + timedelta(minutes=minute))
    got = ids(box)
    assert len(got) == len(set(got)) == 24
    for number in (0, 1):
        assert [each for each in got if each in wanted[number]] == wanted[number]
    assert set(states(webhook)) == {"delivered"}
    assert again(webhook).failing_since is None


def test_pauses_grow_and_a_day_is_enough(box, webhook, matches):
    box.answer = answering(500)
    happens(matches[0], "one")
    happens(matches[0], "two")
    spread()
    now, tries = timezone.now(), []
    begun = now
    while True:
        at(now)
        first = webhook.deliveries.order_by("pk").first()
        if first.state != "waiting":
            break
        assert first.due_at > now
        tries.append(first.due_at - now)
        now = first.due_at
    assert tries[: len(PAUSES)] == list(PAUSES)
    assert begun + TRIED_FOR - timedelta(hours=4) <= now <= begun + TRIED_FOR + timedelta(seconds=5)
    assert first.state == "given_up"
    at(now)
    assert webhook.deliveries.order_by("pk")[1].attempts == 1, "what came later is tried all the same"


@pytest.mark.parametrize("status", [429, 503])
def test_a_receiver_says_when_to_come_again(box, webhook, matches, status):
    box.answer = answering(status, **{"Retry-After": "3600"})
    for match in matches:
        happens(match, "one")
    spread()
    later()
    assert len(box.received) == 1, "nor is anything else sent there before"
    box.answer = answering()
    later(seconds=3590)
    assert len(box.received) == 1
    later(seconds=3610)
    assert states(webhook) == ["delivered", "delivered"]
    assert again(webhook).rests_until is None


def test_only_who_is_busy_says_when(box, webhook, matches):
    box.answer = answering(500, **{"Retry-After": "3600"})
    happens(matches[0], "one")
    spread()
    later()
    later(seconds=10)
    assert len(box.received) == 2


def test_whoever_asks_for_more_than_the_day_is_tried_as_it_ends(box, webhook, matches):
    box.answer = answering(429, **{"Retry-After": str(30 * 86_400)})
    happens(matches[0], "one")
    spread()
    later()
    wanted_at = webhook.deliveries.get().wanted_at
    assert webhook.deliveries.get().due_at == wanted_at + TRIED_FOR
    at(wanted_at + TRIED_FOR + timedelta(seconds=5))
    assert len(box.received) == 2
    assert states(webhook) == ["given_up"]


def test_an_event_that_is_not_taken_holds_up_its_subject_alone(box, webhook, matches):
    box.answer = lambda got: (500 if b"Ann" in got.body else 204, b"", {})
    happens(matches[0], "one")
    happens(matches[1], "one")
    work_off()
    assert states(webhook) == ["waiting", "delivered"]


def test_what_has_still_to_be_spread_goes_first(box, webhook, matches):
    happens(matches[0], "one")
    happens(matches[0], "two")
    one, two = Notice.objects.filter(kind="match_superseded").order_by("pk")
    from matches.notifications.services import notice_spread

    notice_spread(notice_id=two.pk)
    webhook_send(webhook_id=webhook.pk)
    assert box.received == []
    assert Outbox.objects.filter(kind=WEBHOOK_SEND).exists(), "it is looked at again"
    work_off()
    assert ids(box) == [f"notice-{one.pk}", f"notice-{two.pk}"]


def test_spreading_twice_is_once(box, webhook, matches):
    happens(matches[0], "one")
    work_off()
    Notice.objects.update(spread_at=None)
    from matches.notifications.services import notice_spread

    for notice in Notice.objects.filter(kind="match_superseded"):
        notice_spread(notice_id=notice.pk)
    work_off()
    assert len(box.received) == 1


def test_gone_is_the_end(box, webhook, matches, director):
    box.answer = answering(410)
    happens(matches[0], "one")
    happens(matches[1], "one")
    spread()
    later()
    found = again(webhook)
    assert (found.state, found.pause_cause) == ("paused", "gone")
    assert len(box.received) == 1
    assert states(webhook) == ["given_up", "waiting"]
    work_off()
    told = Notice.objects.get(kind="webhook_paused")
    assert list(told.deliveries.filter(channel="page").values_list("login", flat=True)) == [director.pk]
    happens(matches[0], "two")
    work_off()
    assert len(states(webhook)) == 2, "what happens while it is paused is not kept for it"
    work_prune(now=timezone.now() + timedelta(days=2))
    assert states(webhook) == ["given_up", "given_up"]


def test_who_fails_for_days_is_paused(box, webhook, matches, director):
    box.answer = answering(500)
    now = timezone.now() + timedelta(minutes=1)
    for day in range(4):
        happens(matches[day % 2], str(day))
        spread()
        at(now + timedelta(days=day))
    found = again(webhook)
    assert (found.state, found.pause_cause) == ("paused", "failing")
    assert Notice.objects.filter(kind="webhook_paused").count() == 1
    webhook_change(actor=director, webhook_id=webhook.pk, active=True)
    box.answer = answering()
    happens(matches[0], "new")
    work_off()
    assert again(webhook).failing_since is None


def test_who_does_not_answer_is_left_alone_for_a_while(box, webhook, matches):
    Webhook.objects.filter(pk=webhook.pk).update(url="http://127.0.0.1:1025/nobody")
    for match in matches:
        happens(match, "one")
    spread()
    later()
    assert WebhookAttempt.objects.count() == 1, "the others are not tried one by one"
    assert WebhookAttempt.objects.get().fault == "unreachable"
    found = again(webhook)
    assert found.silences == 1
    assert found.rests_until > timezone.now()
    later(seconds=3)
    assert WebhookAttempt.objects.count() == 1
    later(seconds=6)
    assert WebhookAttempt.objects.count() == 2


def test_a_redirect_is_no_delivery(box, webhook, matches):
    box.answer = answering(307, Location="http://127.0.0.1:1/")
    happens(matches[0], "one")
    spread()
    later()
    assert states(webhook) == ["waiting"]
    assert WebhookAttempt.objects.get().status == 307


def test_an_address_that_leads_inside_by_now_is_not_sent_to(box, webhook, matches, settings):
    settings.OUTBOUND_NETWORKS = []
    happens(matches[0], "one")
    spread()
    later()
    assert box.received == []
    assert WebhookAttempt.objects.get().fault == "forbidden"


def test_the_answer_is_kept_as_far_as_it_is_of_use(box, webhook, matches):
    box.answer = answering(400, b"caf\xe9 \x00\x1b[31m" + b"x" * 5000)
    happens(matches[0], "one")
    spread()
    later()
    answer = WebhookAttempt.objects.get().answer
    assert len(answer) <= 1024
    assert "\x00" not in answer
    assert "\x1b" not in answer


def test_a_secret_of_another_service_key_pauses(box, webhook, matches, settings):
    settings.SECRET_KEY = "another" * 8
    happens(matches[0], "one")
    work_off()
    assert box.received == []
    assert again(webhook).pause_cause == "secret_lost"


def test_a_test_goes_at_once(box, added, director):
    webhook, secret = added
    box.answer = answering(500)
    webhook_test(actor=director, webhook_id=webhook.pk)
    later()
    box.answer = answering()
    delivery = webhook_test(actor=director, webhook_id=webhook.pk)
    later()
    got = box.received[-1]
    assert Verifier(secret).verify(got.body, got.headers)["type"] == "webhook.test"
    assert got.headers["webhook-id"] == delivery.message


def test_sending_again_has_the_same_id(box, webhook, matches, director):
    happens(matches[0], "one")
    work_off()
    delivery = webhook.deliveries.get()
    box.answer = answering(500)
    webhook_redeliver(actor=director, webhook_id=webhook.pk, delivery_id=delivery.pk)
    work_off()
    assert ids(box) == [delivery.message] * 2
    happens(matches[0], "two")
    box.answer = answering()
    work_off()
    assert len(ids(box)) == 3, "what is sent again by hand holds up nothing"
    later(seconds=10)
    assert set(states(webhook)) == {"delivered"}
    assert delivery.tries.count() == 3


def test_all_that_failed_since_a_time_is_sent_again_in_order(box, webhook, matches, director):
    box.answer = answering(410)
    happened = []
    for occasion in ("before", "one", "two"):
        happened.append(timezone.now())
        happens(matches[0], occasion)
    happens(matches[1], "one")
    spread()
    before, one, two, other = webhook.deliveries.order_by("pk")
    given_up = {"state": "given_up", "closed_at": timezone.now(), "attempts": 9}
    webhook.deliveries.exclude(pk=other.pk).update(**given_up)
    webhook.deliveries.filter(pk=other.pk).update(attempts=1, due_at=timezone.now() + timedelta(hours=4))
    box.answer = answering()
    sent = deliveries_redeliver(actor=director, webhook_id=webhook.pk, since=one.happened_at)
    assert sent == 3
    work_off()
    assert ids(box) == [one.message, two.message, other.message]
    assert states(webhook) == ["given_up", "delivered", "delivered", "delivered"]
    before.refresh_from_db()
    assert before.attempts == 9
    assert deliveries_redeliver(actor=director, webhook_id=webhook.pk, since=one.happened_at) == 0


def test_what_is_sent_again_has_another_day(box, webhook, matches, director):
    happens(matches[0], "one")
    spread()
    now = timezone.now() + timedelta(days=5)
    webhook.deliveries.update(state="given_up", closed_at=now, attempts=9)
    box.answer = answering(500)
    deliveries_redeliver(actor=director, webhook_id=webhook.pk, since=now - timedelta(days=6), now=now)
    at(now)
    delivery = webhook.deliveries.get()
    assert (delivery.state, delivery.attempts) == ("waiting", 1)
    assert delivery.due_at == now + PAUSES[0]
    assert delivery.by_hand


def test_many_are_sent_again_in_as_many_queries(
    box, webhook, matches, director, django_assert_max_num_queries
):
    for number in range(30):
        happens(matches[0], str(number))
    spread()
    webhook.deliveries.update(state="given_up")
    with django_assert_max_num_queries(12):
        since = timezone.now() - timedelta(hours=1)
        assert deliveries_redeliver(actor=director, webhook_id=webhook.pk, since=since) == 30


def test_what_is_old_is_forgotten(box, webhook, matches):
    happens(matches[0], "one")
    work_off()
    work_prune(now=timezone.now() + timedelta(days=29))
    assert WebhookDelivery.objects.count() == 1
    work_prune(now=timezone.now() + timedelta(days=31))
    assert WebhookDelivery.objects.count() == WebhookAttempt.objects.count() == 0


def test_a_delivery_that_nobody_sends_is_swept_up(box, webhook, matches):
    happens(matches[0], "one")
    spread()
    Outbox.objects.all().delete()
    work_sweep()
    work_off()
    assert states(webhook) == ["delivered"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_sends_again_with_the_same_id(box, webhook, matches):
    """Killed after the receiver has it and before it is written."""
    happens(matches[0], "one")
    spread()
    box.answer = after(2, answering())
    database = {"NAME": connection.settings_dict["NAME"]}
    worker = contending().Process(target=send, args=(database, webhook.pk))
    worker.start()
    deadline = time.monotonic() + 60
    while not box.received and time.monotonic() < deadline:
        time.sleep(0.02)
    worker.kill()
    worker.join()
    assert WebhookAttempt.objects.count() == 0
    box.answer = answering()
    deadline = time.monotonic() + 10
    while states(webhook) != ["delivered"] and time.monotonic() < deadline:
        webhook_send(webhook_id=webhook.pk)  # the server may not yet know that its client is gone
        time.sleep(0.05)
    assert states(webhook) == ["delivered"]
    assert ids(box)[0] == ids(box)[1] == webhook.deliveries.get().message
    assert len(ids(box)) == 2


@pytest.mark.django_db(transaction=True)
def test_who_is_slow_holds_up_nobody_else(box, webhook, matches, club, director):
    """Nor is its row held, nor is anything sent to it twice at a time."""
    fast, _ = webhook_add(actor=director, club_id=club.pk, url=f"{box.url}/fast")
    slow = after(1.5, answering())
    box.answer = lambda got: slow(got) if got.path == "/hook" else (204, b"", {})
    happens(matches[0], "one")
    spread()
    working = threading.Thread(target=sends, args=(webhook.pk,))
    working.start()
    deadline = time.monotonic() + 20
    while not box.received and time.monotonic() < deadline:
        time.sleep(0.02)
    begun = time.monotonic()
    webhook_send(webhook_id=webhook.pk)
    webhook_change(actor=director, webhook_id=webhook.pk, types=[])
    webhook_send(webhook_id=fast.pk)
    assert states(fast) == ["delivered"]
    assert time.monotonic() - begun < 1
    working.join()
    assert sorted(got.path for got in box.received) == ["/hook", "/hook/fast"]


def sends(number):
    try:
        webhook_send(webhook_id=number)
    finally:
        connection.close()


def test_what_is_undone_is_not_sent(box, webhook, matches):
    with transaction.atomic():
        happens(matches[0], "one")
        transaction.set_rollback(True)
    work_off()
    assert box.received == []


def test_times_are_of_the_standard(box, webhook, matches):
    happens(matches[0], "one")
    work_off()
    (got,) = box.received
    assert abs(int(got.headers["webhook-timestamp"]) - time.time()) < 10
    assert json.loads(got.body)["timestamp"].endswith("Z")
    assert datetime.fromisoformat(json.loads(got.body)["timestamp"]).tzinfo == UTC
