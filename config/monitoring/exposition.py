"""The metrics as Prometheus reads them."""

import platform
from collections.abc import Callable, Iterable, Iterator

import redis
import structlog
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from matches.work.queues import Queue

from .catalogue import COUNTED, LEVELS, METRICS, Metric, MetricKind
from .figures import BrokerFigures, DatabaseFigures, broker_figures, database_figures, service_version
from .tally import split_series, tally

log = structlog.get_logger(__name__)

Series = Iterator[tuple[str, tuple[str, ...], float]]
"""The name of a gauge, the values of its labels, its value."""


class Snapshot(Collector):
    """How the service stands at one moment, asked for when it is made."""

    def __init__(self) -> None:
        # What this process has counted comes along at once.
        tally.add_to_sums()
        self.database = database_figures()
        self.broker = broker_figures()
        try:
            self.counted, self.processes = tally.sums()
            self.counts_up = True
        except redis.RedisError as error:
            log.warning("metrics_unavailable", error=type(error).__name__)
            self.counted, self.processes, self.counts_up = {}, {}, False

    def collect(self) -> Iterable[Family]:
        for metric in COUNTED:
            yield counted_family(metric, self.counted.get(metric.name, {}))
        gauges = {name: gauge for name, gauge in METRICS.items() if gauge.kind is MetricKind.GAUGE}
        families = {
            name: GaugeMetricFamily(name, each.help, labels=each.labels) for name, each in gauges.items()
        }
        for name, labels, value in self._gauges():
            families[name].add_metric(labels, value)
        yield from families.values()

    def _gauges(self) -> Series:
        parts = {"database": self.database, "broker": self.broker, "counts": self.counts_up}
        for part, found in parts.items():
            yield "golden_up", (part,), float(bool(found))
        versions = (
            service_version(),
            self.database.version if self.database else "",
            self.broker.version if self.broker else "",
            platform.python_version(),
        )
        yield "golden_info", versions, 1
        if self.database is not None:
            yield from database_gauges(self.database)
        if self.broker is not None:
            yield from broker_gauges(self.broker)
        for process, levels in self.processes.items():
            for level in LEVELS:
                if level.name in levels:
                    yield level.name, (process,), levels[level.name]


def database_gauges(found: DatabaseFigures) -> Series:
    for work in found.work:
        labels = (work.kind, work.queue)
        yield "golden_work_waiting", labels, work.waiting
        yield "golden_work_in_hand", labels, work.in_hand
        yield "golden_work_set_aside", labels, work.set_aside
        yield "golden_work_oldest_seconds", labels, work.oldest_seconds
    for sign in found.signs:
        yield "golden_heartbeat_seconds", (sign.name,), sign.seconds
    for queue, workers in found.workers().items():
        yield "golden_queue_workers", (queue,), workers
    yield "golden_database_connections", (), found.connections
    yield "golden_database_connections_max", (), found.connections_max
    yield "golden_database_bytes", (), found.bytes


def broker_gauges(found: BrokerFigures) -> Series:
    for queue in Queue:
        yield "golden_queue_messages", (queue.value,), found.messages[queue]
    yield "golden_messages_in_hand", (), found.in_hand


def counted_family(metric: Metric, sums: dict[str, float]) -> Family:
    if metric.kind is MetricKind.COUNTER:
        counter = CounterMetricFamily(metric.name, metric.help, labels=metric.labels)
        for labels, value in split_series(metric, sums):
            counter.add_metric(labels, value)
        return counter
    histogram = HistogramMetricFamily(metric.name, metric.help, labels=metric.labels)
    for labels, (counts, seconds) in split_series(metric, sums):
        histogram.add_metric(labels, list(cumulated(metric, counts)), seconds)
    return histogram


def cumulated(metric: Metric, counts: dict[str, float]) -> Iterator[tuple[str, float]]:
    """Each bucket of Prometheus holds all that were no longer; ours those alone that are in no smaller one.

    What was counted by bounds that are none any more is in none but the last.
    """
    total = 0.0
    for bound in metric.bounds[:-1]:
        total += counts.get(bound, 0.0)
        yield bound, total
    yield "+Inf", sum(counts.values())


def metrics_text(snapshot: Callable[[], Collector] = Snapshot) -> bytes:
    """All metrics, in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(snapshot())
    return generate_latest(registry)
