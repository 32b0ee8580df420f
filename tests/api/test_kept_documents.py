"""A large document is made once for a version, by one thread of the process, while others wait for it."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from tests.config.stack import until
from tests.conftest import director_reports, fixture_at, work_off
from tournaments.events.api.course import OfCourse
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


class Readers:
    """Who asks for the bracket at once, each in a thread; it is not made before they may."""

    def __init__(self, cup: Tournament, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
        self.address, self.pool = f"/api/v1/tournaments/{cup.pk}/bracket/", pool
        self.begun, self.may = 0, threading.Event()
        read = OfCourse.requested_course

        def read_when_they_may(view: OfCourse) -> Any:
            found = read(view)
            self.begun += 1
            assert self.may.wait(20)
            return found

        monkeypatch.setattr(OfCourse, "requested_course", read_when_they_may)

    def ask(self, count: int) -> list[Future[Any]]:
        return [self.pool.submit(self._ask) for _ in range(count)]

    def _ask(self) -> Any:
        try:
            return Client().get(self.address)
        finally:
            connection.close()


@pytest.fixture
def cup(knockout: Any) -> Tournament:
    cache.clear()
    return knockout(4)


@pytest.fixture
def readers(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    with ThreadPoolExecutor(8) as pool:
        yield (readers := Readers(cup, pool, monkeypatch))
        readers.may.set()


def test_it_is_made_once_for_all_who_ask_at_once(readers: Readers) -> None:
    asked = readers.ask(4)
    until("one makes it", lambda: readers.begun)
    readers.may.set()
    answers = [each.result(20) for each in asked]
    assert readers.begun == 1
    assert {answer.status_code for answer in answers} == {200}
    assert len({(answer["ETag"], answer.content) for answer in answers}) == 1


def test_who_asks_after_a_result_has_it_though_an_older_one_is_being_made(
    readers: Readers, cup: Tournament, director: Any
) -> None:
    (first,) = readers.ask(1)
    until("it is being made", lambda: readers.begun)
    match = fixture_at(cup, "R1-M1").match
    director_reports(match, director, (5, 3))
    work_off()
    later = readers.ask(3)
    readers.may.set()
    before, answers = first.result(20), [each.result(20) for each in later]
    assert readers.begun == 2
    assert {answer["ETag"] for answer in answers} != {before["ETag"]}
    assert len({(answer["ETag"], answer.content) for answer in answers}) == 1
    rounds = answers[0].json()
    assert rounds[0]["slots"][0]["match"]["state"] == "final", rounds[0]


def test_a_refusal_leaves_it_to_be_made_by_the_next(readers: Readers) -> None:
    readers.may.set()
    address, readers.address = readers.address, "/api/v1/tournaments/999999/bracket/"
    assert readers.ask(1)[0].result(20).status_code == 404
    readers.address = address
    assert readers.ask(1)[0].result(20).status_code == 200
