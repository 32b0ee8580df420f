"""Of what is carried out together whoever is sent for one claims what waits, and leaves nothing behind."""

from datetime import timedelta
from itertools import chain

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.utils import timezone

from matches.work import outbox, services
from matches.work.models import Outbox
from matches.work.services import WorkFailed, work_together

pytestmark = pytest.mark.django_db

KIND = "tests.of_this_kind"


class Worker:
    """Closes what it is to carry out, and remembers it; `bad` is what it stumbles over."""

    def __init__(self, *bad: int, error: type[Exception] = RuntimeError) -> None:
        self.bad, self.error = set(bad), error
        self.done: list[list[int]] = []
        self.meanwhile: list[int] = []
        """What is asked for while it works, one each time."""

    def __call__(self, subjects: list[int]) -> None:
        seen = outbox.outbox_seen_of(KIND, subjects)
        if self.bad & {*subjects}:
            raise self.error(f"{subjects}")
        if self.meanwhile:
            outbox.make_due(KIND, self.meanwhile.pop())
        self.done.append(subjects)
        outbox.close_outbox_rows(seen.values())


def ask(*subjects: int, kind: str = KIND) -> None:
    for subject in subjects:
        outbox.make_due(kind, subject)


def due() -> list[int]:
    return [*Outbox.objects.filter(kind=KIND).order_by("subject").values_list("subject", flat=True)]


def test_what_was_sent_comes_first_then_what_waits_longest() -> None:
    ask(5, 3, 4, 1, 2)
    worker = Worker()
    work_together(KIND, 1, 3, worker)
    assert worker.done == [[1, 5, 3], [4, 2]]
    assert due() == []


def test_of_another_kind_nothing_is_done() -> None:
    ask(1)
    ask(1, 2, kind="tests.of_another")
    worker = Worker()
    work_together(KIND, 1, 9, worker)
    assert worker.done == [[1]]
    assert Outbox.objects.filter(kind="tests.of_another", enqueued_at=None).count() == 2


def test_what_was_sent_and_is_done_already_is_not_done_again() -> None:
    ask(2)
    worker = Worker()
    work_together(KIND, 1, 9, worker)
    assert worker.done == [[2]]
    work_together(KIND, 2, 9, worker)
    assert worker.done == [[2]]


def test_what_was_sent_already_is_left_to_whoever_is_sent_for_it_again() -> None:
    """Another may have it in hand; or have died of it, and then nothing else is with it."""
    ask(1, 2, 3, 4)
    Outbox.objects.filter(subject=2).update(enqueued_at=timezone.now(), attempts=1)
    Outbox.objects.filter(subject=3).update(enqueued_at=timezone.now() - timedelta(seconds=2.5), attempts=1)
    worker = Worker()
    work_together(KIND, 1, 9, worker)
    assert worker.done == [[1, 4]]
    assert due() == [2, 3]
    ask(5)
    Outbox.objects.filter(subject=3).update(attempts=2)
    assert outbox.claim(KIND, 9, sent=3) == [3]


def test_where_they_take_too_long_together_each_comes_alone() -> None:
    ask(1, 2)
    with pytest.raises(SoftTimeLimitExceeded):
        work_together(KIND, 1, 9, Worker(2, error=SoftTimeLimitExceeded))
    assert [*Outbox.objects.order_by("subject").values_list("attempts", "failures")] == [(0, 0), (1, 0)]


def test_what_is_asked_for_meanwhile_is_done_too() -> None:
    ask(1)
    worker = Worker()
    worker.meanwhile = [3, 1, 2]
    work_together(KIND, 1, 9, worker)
    assert worker.done == [[1], [2], [1], [3]]
    assert due() == []


@pytest.mark.parametrize("bad", [[1], [2], [4]])
def test_one_that_cannot_be_carried_out_holds_up_nobody(bad: list[int]) -> None:
    ask(1, 2, 3, 4, 5)
    worker = Worker(*bad)
    with pytest.raises(WorkFailed) as told:
        work_together(KIND, 1, 3, worker)
    assert [str(error) for error in told.value.exceptions] == [str(bad)]
    assert sorted(chain(*worker.done)) == sorted({1, 2, 3, 4, 5} - {*bad})
    assert due() == bad


def test_of_several_that_cannot_be_every_one_is_told() -> None:
    ask(1, 2, 3, 4, 5)
    with pytest.raises(WorkFailed) as told:
        work_together(KIND, 1, 3, Worker(2, 4))
    assert sorted(str(error) for error in told.value.exceptions) == ["[2]", "[4]"]
    assert due() == [2, 4]


def test_what_fails_comes_later_than_what_was_lost() -> None:
    ask(1, 2)
    Outbox.objects.filter(subject=1).update(enqueued_at=timezone.now(), attempts=1)
    with pytest.raises(WorkFailed):
        work_together(KIND, 1, 9, Worker(1))
    assert [*Outbox.objects.values_list("subject", "attempts", "failures")] == [(1, 2, 1)]


def test_where_the_database_is_away_nobody_is_blamed() -> None:
    ask(1, 2)
    with pytest.raises(OperationalError):
        work_together(KIND, 1, 9, Worker(2, error=OperationalError))
    assert due() == [1, 2]


def test_others_have_their_turn_and_the_dispatcher_sends_for_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[bool] = []
    monkeypatch.setattr(outbox, "call_dispatcher", lambda: called.append(True))
    monkeypatch.setattr(services, "TURNS", 2)
    ask(1, 2, 3, 4, 5)
    worker = Worker()
    work_together(KIND, 1, 2, worker)
    assert worker.done == [[1, 2], [3, 4]]
    assert [*Outbox.objects.values_list("subject", "enqueued_at")] == [(5, None)]
    assert called == [True]
    work_together(KIND, 5, 2, worker)
    assert due() == []
    assert called == [True]
