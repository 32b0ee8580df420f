"""Hosts whose clocks are wrong: what must not depend on them goes by the database's."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from celery.app.base import Celery
from django.db.models.functions import Now

from config.celery import app
from matches.hooks import ROOMS
from matches.work.models import Heartbeat
from matches.work.selectors import database_now, service_health
from matches.work.services import heartbeat_record, work_sweep, work_wake
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
@pytest.mark.parametrize(("hook", "look"), [("wake", work_wake), ("sweep", work_sweep)])
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
