"""What the processes of the service count, kept together in Redis.

Web processes, the processes of workers and their hosts share no memory. Each counts for itself, in a
dictionary, and adds that to the sums in Redis every few seconds: so one look at any web process says all of
the service, what a process counted outlives it, and a request pays for two additions. Who dies at once takes
the counts of the last seconds along; while Redis is away they are kept here.
"""

import contextlib
import json
import os
import socket
import threading
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import redis
import structlog
from django.conf import settings

from .catalogue import COUNTED, Metric, MetricKind

# Seconds: between two additions to the sums; for which what a process says of itself holds; after which it is
# forgotten.
APART, HOLDS, FORGOTTEN = 5.0, 30.0, 3600.0
PROCESSES = "metrics:processes"
# Between the labels of a series, and before the bound of a bucket, in the name of a sum.
SEPARATOR = "\x1f"
SUM = "sum"

Levels = dict[str, float]
Series = tuple[str, ...]
"""The name of a metric, the values of its labels, and in a histogram the bound of the bucket."""

log = structlog.get_logger(__name__)


def key_of(metric: Metric) -> str:
    """The hash in Redis that holds the sums of a metric."""
    return f"metrics:{metric.name}"


def seconds_of(answer: Any) -> float:
    """What Redis's clock says, the one that all hosts share."""
    seconds, microseconds = answer
    return float(seconds) + float(microseconds) / 1e6


class MetricTally:
    """The counts of this process since they were last added to the sums."""

    def __init__(self) -> None:
        self._start_anew()
        # What a process counts is its own: who was forked off it begins with nothing, and without its thread.
        os.register_at_fork(after_in_child=self._start_anew)

    def _start_anew(self) -> None:
        self._lock = threading.Lock()
        self._counts: defaultdict[Series, float] = defaultdict(float)
        self._levels: list[Callable[[], Levels]] = []
        self._client: redis.Redis | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._name = ""
        self.in_progress = 0

    def count(self, metric: Metric, *labels: str) -> None:
        with self._lock:
            self._counts[metric.name, *labels] += 1

    def observe(self, metric: Metric, seconds: float, *labels: str) -> None:
        with self._lock:
            self._observe(metric, seconds, labels)

    def begin_request(self) -> float:
        """Returns the time by the clock that `end_request` goes by."""
        with self._lock:
            self.in_progress += 1
        return time.perf_counter()

    def end_request(
        self, began: float, requests: Metric, durations: Metric, method: str, route: str, status: str
    ) -> None:
        seconds = time.perf_counter() - began
        with self._lock:
            self.in_progress -= 1
            self._counts[requests.name, method, route, status] += 1
            self._observe(durations, seconds, (method, route))

    def _observe(self, metric: Metric, seconds: float, labels: Series) -> None:
        bound = metric.bounds[bisect_left(metric.buckets, seconds)]
        self._counts[metric.name, *labels, bound] += 1
        self._counts[metric.name, *labels, SUM] += seconds

    def start(self, role: str, *levels: Callable[[], Levels]) -> None:
        """Add what is counted to the sums from now on, and say with it how things stand in this process.

        role: "web"; of a worker its name. levels: called every few seconds, in a thread of its own.
        """
        self._levels += levels
        self._name = role if "@" in role else f"{role}@{socket.gethostname()}"
        self._name += f":{os.getpid()}"
        if self._thread is None:
            # Libraries load parts of themselves when they first connect. Not in the thread: who is forked off
            # meanwhile would wait for the lock of such a part for ever.
            with contextlib.suppress(redis.RedisError):
                self._connection().ping()
            self._thread = threading.Thread(target=self._add_forever, name="metrics", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Add what is left, and say nothing of this process any more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(2 * APART)
            self._thread = None
        self._levels.clear()
        self.add_to_sums()
        if self._name:
            try:
                self._connection().hdel(PROCESSES, self._name)
            except redis.RedisError:
                log.warning("metrics_not_removed", process=self._name)
        self.leave_no_connection()

    def add_to_sums(self) -> bool:
        """Add what was counted to the sums in Redis; where it is away, that is kept for the next time."""
        # First: what fails must not take the counts along.
        levels = {name: value for look in self._levels for name, value in look().items()}
        with self._lock:
            counts, self._counts = self._counts, defaultdict(float)
        if not counts and not levels:
            return True
        try:
            at = seconds_of(self._connection().time()) if levels else 0.0
            with self._connection().pipeline(transaction=True) as pipe:
                for (metric, *series), count in counts.items():
                    pipe.hincrbyfloat(f"metrics:{metric}", SEPARATOR.join(series), count)
                if levels:
                    pipe.hset(PROCESSES, self._name, json.dumps({"at": at, **levels}))
                pipe.execute()
        except redis.RedisError as error:
            log.warning("metrics_unavailable", error=type(error).__name__)
            with self._lock:
                for key, count in counts.items():
                    self._counts[key] += count
            return False
        return True

    def sums(self) -> tuple[dict[str, dict[str, float]], dict[str, Levels]]:
        """The sums of each metric by series, and how things stand in each process.

        Raises redis.RedisError.
        """
        client = self._connection()
        with client.pipeline(transaction=False) as pipe:
            for metric in COUNTED:
                pipe.hgetall(key_of(metric))
            pipe.hgetall(PROCESSES)
            pipe.time()
            *found, processes, time_there = pipe.execute()
        counted = {
            metric.name: {name.decode(): float(value) for name, value in series.items()}
            for metric, series in zip(COUNTED, found, strict=True)
        }
        now, living, gone = seconds_of(time_there), {}, []
        for name, text in processes.items():
            levels = json.loads(text)
            age = now - levels.pop("at")
            if age <= HOLDS:
                living[name.decode()] = levels
            elif age > FORGOTTEN:
                gone.append(name)
        if gone:
            client.hdel(PROCESSES, *gone)
        return counted, living

    def leave_no_connection(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connection(self) -> redis.Redis:
        if self._client is None:
            self._client = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=1.0, socket_connect_timeout=1.0
            )
        return self._client

    def _add_forever(self) -> None:
        stopping = self._stopping
        while True:
            try:
                self.add_to_sums()
            except Exception:
                # A level that cannot be had is not worth the rest.
                log.exception("metrics_failed")
            if stopping.wait(APART):
                return


tally = MetricTally()


def split_series(metric: Metric, sums: dict[str, float]) -> Iterable[tuple[Series, Any]]:
    """Of each series its labels, and its count: of a histogram (counts by bound, the sum of seconds)."""
    if metric.kind is not MetricKind.HISTOGRAM:
        for name, value in sums.items():
            yield tuple(name.split(SEPARATOR)) if metric.labels else (), value
        return
    series: defaultdict[Series, dict[str, float]] = defaultdict(dict)
    for name, value in sums.items():
        *labels, bound = name.split(SEPARATOR)
        series[tuple(labels)][bound] = value
    for key, parts in series.items():
        yield key, (parts, parts.pop(SUM, 0.0))
