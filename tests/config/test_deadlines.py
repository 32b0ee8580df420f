"""The look for deadlines beside the dispatcher, and the signs of life of workers."""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import psycopg
import pytest
from django.db import OperationalError
from django.utils import timezone

from config import deadlines
from config.deadlines import DeadlineWatch
from config.signs_of_life import SignsOfLife
from matches.hooks import ROOMS
from matches.play.models import MATCH_PROCESS_DUE, Match
from matches.work.models import Heartbeat, Outbox
from tests.config.stack import until
from tests.factories import MatchFactory

pytestmark = pytest.mark.django_db(transaction=True)

SESSIONS = "FROM pg_stat_activity WHERE application_name = 'golden worker' AND datname = current_database()"


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[DeadlineWatch]:
    monkeypatch.setattr(deadlines, "APART", 0.01)
    watch = DeadlineWatch()
    watch.start()
    yield watch
    watch.stop()
    assert not watch.is_alive()


@pytest.fixture
def match(players) -> Match:
    ann, bob = players(2)
    return MatchFactory(one=ann, two=bob, length=5)


def is_due(match: Match) -> bool:
    return Outbox.objects.filter(kind=MATCH_PROCESS_DUE, subject=match.pk).exists()


def test_a_match_is_due_when_its_time_has_come(watch: DeadlineWatch, match: Match) -> None:
    Match.objects.update(wakes_at=timezone.now() - timedelta(seconds=1))
    until("it is due", lambda: is_due(match))


def test_a_look_that_fails_is_followed_by_the_next(
    watch: DeadlineWatch, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = [OperationalError("away"), ValueError("our own")]
    first = next(iter(ROOMS.values()))

    def fail(now: datetime) -> None:
        if faults:
            raise faults.pop()

    monkeypatch.setitem(ROOMS, first.name, replace(first, wake=fail))
    Match.objects.update(wakes_at=timezone.now() - timedelta(seconds=1))
    until("it is due", lambda: is_due(match))
    assert not faults


def test_a_worker_shows_that_it_lives_whatever_is_forked_off_it(database: psycopg.Connection) -> None:
    signs = SignsOfLife("judge@here", "advance judge")
    signs.show()
    first = Heartbeat.objects.get(name="judge@here")
    assert first.queues == "advance judge"
    if not (child := os.fork()):
        os._exit(0)
    os.waitpid(child, 0)
    # The database ends the session that the worker had; one sign is left out.
    for _ in range(2):
        database.execute(f"SELECT pg_terminate_backend(pid) {SESSIONS}")
        signs.show()
    signs.show()
    assert Heartbeat.objects.get(name="judge@here").at > first.at
    signs.end()
    assert not Heartbeat.objects.filter(name="judge@here").exists()


def test_no_forked_process_holds_the_connection_of_the_signs(database: psycopg.Connection) -> None:
    signs = SignsOfLife("judge@here", "judge")
    signs.show()
    sessions = f"SELECT count(*) {SESSIONS}"
    assert database.execute(sessions).fetchone() == (1,)
    reading, writing = os.pipe()
    if not (child := os.fork()):
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.close(reading)
    until("it is closed", lambda: database.execute(sessions).fetchone() == (0,))
    os.close(writing)
    os.waitpid(child, 0)
