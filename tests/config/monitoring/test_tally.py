"""What processes count, each for itself, comes together in Redis."""

import os
import threading
import time
from collections.abc import Iterator

import pytest
import redis

from config.monitoring import tally as tallies
from config.monitoring.catalogue import REQUEST_SECONDS, REQUESTS, TASK_SECONDS, TASKS
from config.monitoring.exposition import cumulated
from config.monitoring.tally import PROCESSES, MetricTally, split_series
from tests.config.stack import until

pytestmark = pytest.mark.usefixtures("counts")


@pytest.fixture
def one() -> Iterator[MetricTally]:
    yield from made()


@pytest.fixture
def two() -> Iterator[MetricTally]:
    yield from made()


def made() -> Iterator[MetricTally]:
    tally = MetricTally()
    yield tally
    tally.stop()


def of_tasks(tally: MetricTally) -> dict[tuple[str, ...], float]:
    return dict(split_series(TASKS, tally.sums()[0][TASKS.name]))


def test_what_two_count_is_one_sum(one: MetricTally, two: MetricTally) -> None:
    for tally, times in ((one, 2), (two, 3)):
        for _ in range(times):
            tally.count(TASKS, "matches.sweep", "done")
    two.count(TASKS, "matches.sweep", "failed")
    assert of_tasks(one) == {}
    one.add_to_sums()
    assert of_tasks(two) == {("matches.sweep", "done"): 2}
    two.add_to_sums()
    assert of_tasks(one) == {("matches.sweep", "done"): 5, ("matches.sweep", "failed"): 1}
    one.add_to_sums()
    assert of_tasks(one)["matches.sweep", "done"] == 5, "nothing is added twice"


@pytest.mark.parametrize("hours", [-9, 9])
def test_who_lives_does_so_whatever_the_clock_of_a_host_says(
    one: MetricTally, two: MetricTally, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    one.start("web@here", lambda: {"golden_streams": 3.0})
    until("it has said so", lambda: two.sums()[1])
    shifted = time.time() + 3600 * hours
    monkeypatch.setattr("time.time", lambda: shifted)
    assert [*two.sums()[1].values()] == [{"golden_streams": 3.0}]
    one.add_to_sums()
    assert [*two.sums()[1].values()] == [{"golden_streams": 3.0}]


def test_threads_count_everything(one: MetricTally) -> None:
    def count() -> None:
        for _ in range(2000):
            began = one.begin_request()
            one.end_request(began, REQUESTS, REQUEST_SECONDS, "GET", "home", "2xx")

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one.add_to_sums()
    counted, _ = one.sums()
    assert dict(split_series(REQUESTS, counted[REQUESTS.name])) == {("GET", "home", "2xx"): 8000}
    ((labels, (buckets, seconds)),) = split_series(REQUEST_SECONDS, counted[REQUEST_SECONDS.name])
    assert (labels, sum(buckets.values()), one.in_progress) == (("GET", "home"), 8000, 0)
    assert seconds > 0


@pytest.mark.parametrize(
    ("seconds", "first"), [(0.01, "0.01"), (0.0100001, "0.025"), (1800.0, "1800.0"), (1801.0, "+Inf")]
)
def test_a_bucket_holds_what_took_as_long_at_most(one: MetricTally, seconds: float, first: str) -> None:
    """Bounds include themselves: https://prometheus.io/docs/concepts/metric_types/#histogram"""
    one.observe(TASK_SECONDS, seconds, "matches.sweep")
    one.add_to_sums()
    ((_, (buckets, total)),) = split_series(TASK_SECONDS, one.sums()[0][TASK_SECONDS.name])
    shown = dict(cumulated(TASK_SECONDS, buckets))
    assert next(bound for bound, count in shown.items() if count) == first
    assert (shown["+Inf"], total) == (1, seconds)
    assert list(shown.values()) == sorted(shown.values())


def test_while_redis_is_away_counts_are_kept(
    one: MetricTally, settings: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    one.count(TASKS, "matches.sweep", "done")
    assert not one.add_to_sums()
    with pytest.raises(redis.RedisError):
        one.sums()
    settings.REDIS_URL = there
    one.leave_no_connection()
    one.count(TASKS, "matches.sweep", "done")
    assert one.add_to_sums()
    assert of_tasks(one) == {("matches.sweep", "done"): 2}


def test_a_process_that_is_forked_off_counts_for_itself(one: MetricTally) -> None:
    """What its parent has counted is added once; and it takes over neither connection nor thread."""
    one.count(TASKS, "matches.sweep", "done")
    one.start("web")
    child = os.fork()
    if not child:
        one.count(TASKS, "matches.sweep", "failed")
        one.add_to_sums()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    one.add_to_sums()
    assert of_tasks(one) == {("matches.sweep", "done"): 1, ("matches.sweep", "failed"): 1}


def test_a_process_says_how_things_stand_until_it_stops(one: MetricTally, two: MetricTally) -> None:
    one.start("web", lambda: {"golden_streams": 3}, lambda: {"golden_web_threads": 4})
    (name,) = until("it has said something", lambda: two.sums()[1])
    assert name.startswith("web@")
    assert name.endswith(f":{os.getpid()}")
    assert two.sums()[1] == {name: {"golden_streams": 3, "golden_web_threads": 4}}
    one.stop()
    assert two.sums()[1] == {}


def test_who_was_killed_is_left_out_soon_and_forgotten_later(
    one: MetricTally, counts: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clock_of_redis(seconds: int) -> None:
        monkeypatch.setattr(tallies, "seconds_of", lambda answer: seconds)

    for name, ago in (("web@a:1", 0), ("web@b:1", 2 * tallies.HOLDS), ("web@c:1", 2 * tallies.FORGOTTEN)):
        clock_of_redis(10_000_000 - ago)
        process = MetricTally()
        process._name, process._levels = name, [lambda: {"golden_streams": 1}]
        process.add_to_sums()
        process.leave_no_connection()
    clock_of_redis(10_000_000)
    assert one.sums()[1] == {"web@a:1": {"golden_streams": 1}}
    assert sorted(counts.hkeys(PROCESSES)) == [b"web@a:1", b"web@b:1"]


def test_a_level_that_cannot_be_had_does_not_end_the_counting(
    one: MetricTally, two: MetricTally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "APART", 0.01)
    looks = iter([ZeroDivisionError(), *[None] * 1000])

    def look() -> dict[str, float]:
        if (fault := next(looks, None)) is not None:
            raise fault
        return {"golden_streams": 1}

    one.count(TASKS, "matches.sweep", "done")
    one.start("web", look)
    until("what was counted has been added", lambda: of_tasks(two) == {("matches.sweep", "done"): 1})
