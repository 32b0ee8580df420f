"""The dispatcher between a real outbox and a real Redis, and its process."""

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
import redis
from django.db import transaction
from django.utils import timezone

from config import dispatcher
from config.celery import app
from config.dispatcher import Dispatcher
from matches.play.models import REPORT_VERIFY
from matches.ratings.models import RATINGS_UPDATE
from matches.work import outbox
from matches.work.models import Heartbeat, Outbox
from matches.work.queues import Queue
from tests.config.stack import PROJECT, until
from tests.databases import database_address
from tournaments.events.models import TOURNAMENT_ADVANCE
from tournaments.webhooks.models import WEBHOOK_SEND

pytestmark = pytest.mark.django_db(transaction=True)


def sent(broker: redis.Redis) -> list[tuple[str, list[int]]]:
    """(task, arguments) of all messages, by queue, the oldest first; the messages are taken out."""
    return [message for queue in Queue for message in sent_to(broker, queue)]


def sent_to(broker: redis.Redis, queue: Queue) -> list[tuple[str, list[int]]]:
    found = []
    while (text := broker.rpop(queue.value)) is not None:
        message = json.loads(text)
        arguments, _, _ = json.loads(base64.b64decode(message["body"]))
        found.append((message["headers"]["task"], arguments))
    return found


def claimed(ago: float, attempts: int, **rows: object) -> None:
    Outbox.objects.filter(**rows).update(
        enqueued_at=timezone.now() - timedelta(seconds=ago), attempts=attempts
    )


def test_what_is_new_is_sent_once(broker: redis.Redis, database: psycopg.Connection) -> None:
    outbox.make_due(REPORT_VERIFY, 64)
    outbox.make_due("tournaments.tournament_advance", 5)
    work = Dispatcher()
    assert work.dispatch_batch(database) == 2
    assert sent(broker) == [
        ("matches.report_verify", [64]),
        ("tournaments.tournament_advance", [5]),
    ]
    assert work.dispatch_batch(database) == 0
    assert sent(broker) == []
    assert [row.attempts for row in Outbox.objects.all()] == [1, 1]


def test_every_task_that_may_be_sent_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    kinds = {
        value
        for name, value in vars(outbox).items()
        if name.isupper() and isinstance(value, str) and "." in value
    }
    assert kinds | scheduled <= set(app.tasks)


@pytest.mark.parametrize(
    ("attempts", "delay"), [(1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 60), (7, 60), (5000, 60)]
)
def test_what_nobody_does_is_sent_again_after_a_growing_delay(
    broker: redis.Redis, database: psycopg.Connection, attempts: int, delay: int
) -> None:
    outbox.make_due(RATINGS_UPDATE, 0)
    claimed(ago=delay - 0.5, attempts=attempts)
    assert Dispatcher().dispatch_batch(database) == 0
    claimed(ago=delay + 0.1, attempts=attempts)
    assert Dispatcher().dispatch_batch(database) == 1
    assert Outbox.objects.get().attempts == attempts + 1
    assert sent(broker) == [("matches.ratings_update", [0])]


def test_what_is_asked_for_again_is_sent_at_once(broker: redis.Redis, database: psycopg.Connection) -> None:
    outbox.make_due(RATINGS_UPDATE, 0)
    Dispatcher().dispatch_batch(database)
    outbox.make_due(RATINGS_UPDATE, 0)
    assert Dispatcher().dispatch_batch(database) == 1
    assert len(sent(broker)) == 2


def test_of_what_is_carried_out_together_one_is_sent_at_a_time(
    broker: redis.Redis, database: psycopg.Connection
) -> None:
    for subject in (1, 2, 3):
        outbox.make_due(REPORT_VERIFY, subject)
        outbox.make_due(WEBHOOK_SEND, subject)
    work = Dispatcher()
    assert work.dispatch_batch(database) == 4
    assert sorted(sent(broker)) == [(REPORT_VERIFY, [1]), *((WEBHOOK_SEND, [each]) for each in (1, 2, 3))]
    assert work.dispatch_batch(database) == 0
    Outbox.objects.get(kind=REPORT_VERIFY, subject=1).delete()
    assert work.dispatch_batch(database) == 1
    assert sent(broker) == [(REPORT_VERIFY, [2])]


def test_what_was_lost_or_cannot_be_done_holds_up_no_other(
    broker: redis.Redis, database: psycopg.Connection
) -> None:
    outbox.make_due(REPORT_VERIFY, 1)
    work = Dispatcher()
    work.dispatch_batch(database)
    outbox.make_due(REPORT_VERIFY, 2)
    assert work.dispatch_batch(database) == 0
    claimed(ago=2.1, attempts=1, subject=1)
    # It is in hand for the second time.
    assert work.dispatch_batch(database) == 2
    assert sent(broker) == [(REPORT_VERIFY, [each]) for each in (1, 1, 2)]
    outbox.make_due(REPORT_VERIFY, 3)
    # Those that were sent before come each by itself, and are none of those of which one is sent.
    claimed(ago=9, attempts=2, subject__in=[1, 2])
    assert work.dispatch_batch(database) == 3
    assert sent(broker) == [(REPORT_VERIFY, [each]) for each in (1, 2, 3)]


def test_what_was_set_aside_is_not_sent(broker: redis.Redis, database: psycopg.Connection) -> None:
    for subject in (1, 2):
        outbox.make_due(REPORT_VERIFY, subject)
    Outbox.objects.filter(subject=1).update(set_aside_at=timezone.now())
    assert Dispatcher().dispatch_batch(database) == 1
    assert sent_to(broker, Queue.JUDGE) == [(REPORT_VERIFY, [2])]


def test_every_kind_has_its_queue_and_what_is_unknown_the_last(
    broker: redis.Redis, database: psycopg.Connection
) -> None:
    outbox.make_due("tests.of_another_version", 3)
    outbox.make_due(RATINGS_UPDATE, 2)
    outbox.make_due(TOURNAMENT_ADVANCE, 1)
    assert Dispatcher().dispatch_batch(database) == 3
    assert sent_to(broker, Queue.ADVANCE) == [(TOURNAMENT_ADVANCE, [1])]
    assert sent_to(broker, Queue.RATE) == [(RATINGS_UPDATE, [2])]
    assert sent_to(broker, Queue.BULK) == [("tests.of_another_version", [3])]


def test_a_worker_that_leaves_some_for_later_calls_it(database: psycopg.Connection) -> None:
    database.execute(f"LISTEN {outbox.CHANNEL}")
    outbox.call_dispatcher()
    assert [each.channel for each in database.notifies(timeout=5, stop_after=1)] == [outbox.CHANNEL]


def test_news_is_heard_though_it_came_with_an_answer(database: psycopg.Connection) -> None:
    database.execute(f"LISTEN {outbox.CHANNEL}")
    for heard_with in ("SELECT 1", ""):
        with psycopg.connect(database_address(database.info.dbname), autocommit=True) as other:
            other.execute(f"NOTIFY {outbox.CHANNEL}")
        if heard_with:
            database.execute(heard_with)
        dispatcher.wait_for_news(database, 3600)


def test_without_news_it_looks_all_the_same(database: psycopg.Connection) -> None:
    database.execute(f"LISTEN {outbox.CHANNEL}")
    dispatcher.wait_for_news(database, 0.01)


def test_it_looks_seldom_only_where_nothing_is_to_be_done(database: psycopg.Connection) -> None:
    assert not dispatcher.is_work_left(database)
    outbox.make_due(WEBHOOK_SEND, 1)
    claimed(ago=0, attempts=1)
    assert dispatcher.is_work_left(database), "what is in hand may be lost"
    Outbox.objects.update(set_aside_at=timezone.now())
    assert not dispatcher.is_work_left(database)


def test_two_dispatchers_share_the_work(broker: redis.Redis, database: psycopg.Connection) -> None:
    outbox.make_due(WEBHOOK_SEND, 1)
    outbox.make_due(WEBHOOK_SEND, 2)
    # Another one is in the middle of claiming the first.
    with transaction.atomic():
        Outbox.objects.select_for_update().get(subject=1)
        assert Dispatcher().dispatch_batch(database) == 1
    assert sent(broker) == [(WEBHOOK_SEND, [2])]


@pytest.mark.parametrize("without", [[], ["hashagg", "hashjoin", "mergejoin", "material", "sort"]])
def test_a_queue_holds_only_so_much(
    broker: redis.Redis, database: psycopg.Connection, monkeypatch: pytest.MonkeyPatch, without: list[str]
) -> None:
    """However PostgreSQL plans it: a loop over the table may ask for each row what is due."""
    for way in without:
        database.execute(f"SET enable_{way} = off")
    monkeypatch.setattr(dispatcher, "WINDOW", 3)
    for subject in range(5):
        outbox.make_due(WEBHOOK_SEND, subject)
    outbox.make_due(TOURNAMENT_ADVANCE, 9)
    work = Dispatcher()
    assert [work.dispatch_batch(database) for _ in range(2)] == [4, 0]
    # Nobody knows whether what was sent long ago still waits; but no second time beside it.
    claimed(ago=70, attempts=8, subject__in=range(3))
    assert work.dispatch_batch(database) == 0
    broker.rpop(Queue.NOTIFY.value)
    assert work.dispatch_batch(database) == 1
    assert [subject for _, (subject,) in sent_to(broker, Queue.NOTIFY)] == [1, 2, 0]
    # What was taken out makes room, and so does what Redis has forgotten.
    assert [work.dispatch_batch(database) for _ in range(2)] == [3, 0]
    broker.flushdb()
    assert work.dispatch_batch(database) == 1


@pytest.mark.parametrize("how", ["away", "hung"])
def test_without_redis_the_work_is_only_late(
    broker: redis.Redis,
    database: psycopg.Connection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    outbox.make_due(WEBHOOK_SEND, 64)
    outbox.make_due(WEBHOOK_SEND, 65)
    work = Dispatcher()
    with socket.socket(socket.AF_UNIX) as silent, monkeypatch.context() as patch:
        silent.bind(str(tmp_path / "redis"))
        if how == "hung":
            silent.listen()
        patch.setattr(app.conf, "broker_write_url", f"redis+socket://{tmp_path}/redis")
        began = time.monotonic()
        assert work.dispatch_batch(database) == 0
        assert time.monotonic() - began < 4
    assert set(Outbox.objects.values_list("enqueued_at", "attempts")) == {(None, 0)}
    # It leaves the broker alone for a moment, then everything goes out.
    assert work.dispatch_batch(database) == 0
    time.sleep(dispatcher.RETRY)
    assert work.dispatch_batch(database) == 2
    assert [subject for _, (subject,) in sent(broker)] == [64, 65]


# `manage.py dispatch`, but whoever tells it nothing would wait for longer than any of this is waited for.
PATIENT = """
import django
django.setup()
from config import dispatcher
dispatcher.LOOK = dispatcher.LOOK_IDLE = 100
from django.core.management import call_command
call_command("dispatch")
"""


@pytest.mark.long
def test_the_process_hears_of_work_outlives_the_database_and_stops_when_asked(
    broker: redis.Redis, database: psycopg.Connection
) -> None:
    name = database.info.dbname
    environment = os.environ | {"DATABASE_URL": database_address(name)}
    process = subprocess.Popen([sys.executable, "-c", PATIENT], cwd=PROJECT, env=environment)
    listening = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'golden dispatcher' AND datname = %s"
    )
    try:
        (pid,) = until("it listens", lambda: database.execute(listening, [name]).fetchone())
        until("it shows that it lives", lambda: Heartbeat.objects.filter(name="dispatcher").exists())
        time.sleep(0.2)
        outbox.make_due(WEBHOOK_SEND, 1)
        until("the message is there", lambda: sent(broker) == [(WEBHOOK_SEND, [1])])
        database.execute("SELECT pg_terminate_backend(%s)", [pid])
        outbox.make_due(WEBHOOK_SEND, 2)
        until("the next is there", lambda: sent(broker) == [(WEBHOOK_SEND, [2])])
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0
    finally:
        process.kill()
        process.wait()
