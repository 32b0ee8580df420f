"""Devices that write at the same instant: one of them is first, and nothing is lost or written twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from matches.accounts.models import User
from matches.recordings.errors import RecordingMoved
from matches.recordings.models import RecordedAct
from matches.recordings.selectors import recording_of, recording_state
from matches.recordings.services import NewAct, acts_record, recording_begin

pytestmark = pytest.mark.django_db(transaction=True)

DEVICES = 4


def test_one_of_those_who_write_at_once_is_first(match):
    recording_begin(match_id=match.pk, actor=match.one.user)
    barrier = Barrier(DEVICES)

    def write(device: int) -> str:
        actor = User.objects.get(pk=match.players[device % 2].user_id)
        acts = [NewAct(f"opened-by-{device}", "open", (3, 1 + device % 2))]
        barrier.wait(30)
        try:
            acts_record(match_id=match.pk, actor=actor, after=0, acts=acts, device=str(device))
        except RecordingMoved:
            return "moved"
        finally:
            connection.close()
        return "written"

    with ThreadPoolExecutor(DEVICES) as devices:
        outcomes = sorted(devices.map(write, range(DEVICES)))
    assert outcomes == ["moved"] * (DEVICES - 1) + ["written"]
    assert RecordedAct.objects.count() == 1


def test_the_same_sent_by_every_retry_at_once_is_written_once(match):
    recording_begin(match_id=match.pk, actor=match.one.user)
    barrier = Barrier(DEVICES)
    acts = [NewAct("a", "open", (3, 1)), NewAct("b", "play", (8, 5, 6, 5))]

    def write(_: int) -> int:
        actor = User.objects.get(pk=match.one.user_id)
        barrier.wait(30)
        try:
            return acts_record(match_id=match.pk, actor=actor, after=0, acts=acts).last_place
        finally:
            connection.close()

    with ThreadPoolExecutor(DEVICES) as devices:
        assert [*devices.map(write, range(DEVICES))] == [2] * DEVICES
    state = recording_state(recording_of(match.pk))
    assert [act.key for act in state.acts] == ["a", "b"]
