"""Hosts whose clocks are wrong: what must not depend on them goes by the database's."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from celery.app.base import Celery
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from config.celery import app
from config.database import connection_parameters
from matches.hooks import ROOMS
from matches.work.models import Heartbeat, Outbox
from matches.work.postgresql.clock import SharedClock
from matches.work.selectors import database_now, service_health
from matches.work.services import heartbeat_record, work_prune, work_sweep, work_wake
from matches.work.tasks import not_at_once_again

HOURS = (-9, 9)


@pytest.fixture(params=HOURS)
def wrong(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this host is so many hours fast."""
    shifted = datetime.now(UTC) + timedelta(hours=request.param)
    monkeypatch.setattr("django.utils.timezone.now", lambda: shifted)


@pytest.mark.django_db
def test_who_lives_is_not_silent_to_a_host_whose_clock_is_wrong(wrong: None) -> None:
    for name in ("dispatcher", "worker"):
        Heartbeat.objects.create(name=name, at=Now())
    Heartbeat.objects.create(name="all@here", at=Now(), queues="judge advance")
    found = service_health()
    assert (found.parts["dispatcher"], found.parts["worker"]) == ("ok", "ok")
    assert found.workers == {"all@here": "ok"}


@pytest.mark.django_db
def test_a_host_whose_clock_is_wrong_shows_itself_alive_now(wrong: None) -> None:
    for _ in range(2):
        heartbeat_record(name="dispatcher")
        assert abs(database_now() - Heartbeat.objects.get().at) < timedelta(hours=1)


@pytest.mark.django_db
def test_a_worker_that_is_gone_for_good_is_forgotten(wrong: None) -> None:
    now = database_now()
    for name, minutes, queues in (("gone@here", 61, "judge"), ("away@here", 59, "judge"), ("worker", 61, "")):
        Heartbeat.objects.create(name=name, at=now - timedelta(minutes=minutes), queues=queues)
    work_prune()
    assert {beat.name for beat in Heartbeat.objects.all()} == {"away@here", "worker"}
    assert service_health().workers.keys() == {"away@here"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hook", "look"), [("wake", work_wake), ("sweep", work_sweep), ("prune", work_prune)]
)
def test_what_time_brings_comes_by_the_database_s_clock(wrong: None, monkeypatch, hook, look) -> None:
    seen: list[datetime] = []
    for name, room in ROOMS.items():
        monkeypatch.setitem(ROOMS, name, replace(room, **{hook: seen.append}))
    look()
    assert len(seen) == len(ROOMS)
    assert all(abs(database_now() - now) < timedelta(hours=1) for now in seen)


def test_what_beat_sends_is_taken_by_workers_whose_clocks_are_hours_away() -> None:
    assert isinstance(app, Celery)
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] >= 12 * 3600


@pytest.mark.parametrize("hours", HOURS)
def test_beat_goes_on_though_its_clock_is_set(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    shifted = datetime.now(UTC) + timedelta(hours=hours)
    monkeypatch.setattr(app, "now", lambda: shifted)
    for entry in app.conf.beat_schedule.values():
        schedule = entry["schedule"]
        now = schedule.now()
        assert schedule.is_due(now - schedule.run_every).is_due
        assert not schedule.is_due(now).is_due


def test_what_has_piled_up_is_done_once() -> None:
    done: list[str] = []

    @not_at_once_again(3600)
    def look() -> None:
        done.append("looked")

    for _ in range(3):
        look()
    assert done == ["looked"]


def test_what_failed_is_done_at_once_again() -> None:
    faults = [ValueError("away"), None]
    done: list[str] = []

    @not_at_once_again(3600)
    def look() -> None:
        if fault := faults.pop(0):
            raise fault
        done.append("looked")

    with pytest.raises(ValueError, match="away"):
        look()
    look()
    look()
    assert done == ["looked"]


class Database:
    """As a clock alone: PostgreSQL's cannot be set."""

    def __init__(self, hours: float) -> None:
        self.hours, self.asked = hours, 0

    def execute(self, _: str) -> "Database":
        self.asked += 1
        return self

    def fetchone(self) -> tuple[float]:
        return (time.time() + 3600 * self.hours,)


@pytest.mark.parametrize("hours", HOURS)
def test_the_time_is_that_of_the_database(hours: int) -> None:
    clock = SharedClock()
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(hours=1)
    clock.set_by(Database(hours))
    assert abs(clock.now() - datetime.now(UTC) - timedelta(hours=hours)) < timedelta(hours=1)


def test_a_host_that_agrees_keeps_its_own() -> None:
    """To the microsecond: what the database wrote a moment before is not later."""
    clock = SharedClock()
    clock.set_by(Database(0.02 / 3600))
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=0.01)


@pytest.mark.parametrize("hours", HOURS)
def test_it_goes_on_by_the_stopwatch_though_the_clock_is_set(monkeypatch, hours: int) -> None:
    clock, database = SharedClock(), Database(0)
    clock.set_by(database)
    shifted = time.time() + 3600 * hours
    monkeypatch.setattr("time.time", lambda: shifted)
    clock.set_by(database)
    assert database.asked == 1
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(hours=1)


@pytest.mark.django_db
def test_django_s_time_is_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SharedClock()
    monkeypatch.setattr("matches.work.postgresql.clock.shared_clock", clock)
    with psycopg.connect(**connection_parameters("test"), autocommit=True) as database:
        clock.set_by(database)
    clock.set_by(Database(9))
    assert abs(timezone.now() - database_now()) < timedelta(hours=1)
    clock._set = None
    clock.set_by(Database(9))
    assert timezone.now() - database_now() > timedelta(hours=8)
    assert Outbox._meta.get_field("created_at").default() - database_now() > timedelta(hours=8)


@pytest.mark.django_db
def test_whoever_connects_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SharedClock()
    monkeypatch.setattr("matches.work.postgresql.base.shared_clock", clock)
    other = connection.copy()
    other.connect()
    other.close()
    assert clock._set is not None
