"""Every metric there is: its name, its kind, its labels and what it says."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class MetricKind(StrEnum):
    """What Prometheus makes of a number: https://prometheus.io/docs/concepts/metric_types/"""

    GAUGE = "gauge"
    COUNTER = "counter"
    HISTOGRAM = "histogram"


@dataclass(frozen=True)
class Metric:
    """One name, and the labels of its series.

    buckets: the upper bounds of a histogram, in seconds, without the infinite one.
    """

    name: str
    kind: MetricKind
    help: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()

    @cached_property
    def bounds(self) -> tuple[str, ...]:
        """Those of the buckets as Prometheus writes them, with the infinite one."""
        return (*map(str, self.buckets), "+Inf")

    @property
    def series(self) -> tuple[str, ...]:
        """The names of what it is made of, as queries have them."""
        if self.kind is MetricKind.HISTOGRAM:
            return (f"{self.name}_bucket", f"{self.name}_sum", f"{self.name}_count")
        return (self.name,)


def _gauge(name: str, help: str, *labels: str) -> Metric:
    return Metric(name, MetricKind.GAUGE, help, labels)


REQUESTS = Metric(
    "golden_requests_total",
    MetricKind.COUNTER,
    "Requests that were answered, by the name of their address and the class of the status (2xx).",
    ("method", "route", "status"),
)
REQUEST_SECONDS = Metric(
    "golden_request_seconds",
    MetricKind.HISTOGRAM,
    "Seconds from the moment a thread took a request until its answer was made.",
    ("method", "route"),
    (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
TASKS = Metric(
    "golden_tasks_total",
    MetricKind.COUNTER,
    "Messages that workers took: done, failed, or lost with the process that died of them.",
    ("kind", "outcome"),
)
TASK_SECONDS = Metric(
    "golden_task_seconds",
    MetricKind.HISTOGRAM,
    "Seconds that a worker took for a message; matches.ratings_update folds ratings.",
    ("kind",),
    (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 300.0, 1800.0),
)
SLOW_STATEMENTS = Metric(
    "golden_slow_statements_total",
    MetricKind.COUNTER,
    "Statements to the database that took SLOW_QUERY_MS or longer, which are in the log.",
)
REPLICA_READS = Metric(
    "golden_replica_reads_total",
    MetricKind.COUNTER,
    "Requests of visitors for which the replica was asked: read there, or by the primary since it was behind "
    "or failed.",
    ("outcome",),
)
COUNTED = (REQUESTS, REQUEST_SECONDS, TASKS, TASK_SECONDS, SLOW_STATEMENTS, REPLICA_READS)
"""What processes count, and keep together in Redis."""

LEVELS = (
    _gauge(
        "golden_web_threads",
        "Requests that read which the process answers at a time, and as many that write.",
        "process",
    ),
    _gauge("golden_requests_in_progress", "Requests that threads of the process are answering.", "process"),
    _gauge("golden_requests_waiting", "Requests that wait for a thread of the process.", "process"),
    _gauge("golden_streams", "Open streams of live events.", "process"),
    _gauge("golden_streams_max", "Streams that the process opens at most.", "process"),
    _gauge("golden_database_pool_max", "Connections that the pool of the process opens at most.", "process"),
    _gauge("golden_database_pool_size", "Connections in the pool of the process.", "process"),
    _gauge("golden_database_pool_in_use", "Connections of the pool that somebody uses.", "process"),
    _gauge("golden_database_pool_waiting", "Who waits for a connection of the pool.", "process"),
    _gauge("golden_disk_bytes", "Size of the disk with the directory of the service.", "process"),
    _gauge("golden_disk_free_bytes", "What is free of it.", "process"),
)
"""What each process says of itself, anew every few seconds."""

READ = (
    _gauge("golden_up", "Whether it answers: database, broker, counts (the Redis of the counts).", "part"),
    _gauge("golden_info", "Always 1; versions.", "golden_point", "postgresql", "redis", "python"),
    _gauge("golden_work_waiting", "Pieces of work that are due and not set aside.", "kind", "queue"),
    _gauge("golden_work_in_hand", "Those of them that were sent to workers.", "kind", "queue"),
    _gauge("golden_work_set_aside", "Dead letters: work that could not be carried out.", "kind", "queue"),
    _gauge("golden_work_oldest_seconds", "Since when the oldest piece of work waits.", "kind", "queue"),
    _gauge("golden_heartbeat_seconds", "Since the process last showed that it lives.", "process"),
    _gauge("golden_queue_workers", "Living workers that take from the queue.", "queue"),
    _gauge("golden_queue_messages", "Messages that wait in the queue for a worker.", "queue"),
    _gauge("golden_messages_in_hand", "Messages that workers have taken and not yet done."),
    _gauge("golden_database_connections", "Connections of clients to the PostgreSQL server."),
    _gauge("golden_database_connections_max", "Connections that the server takes at most."),
    _gauge("golden_database_bytes", "Size of the database."),
)
"""What is read when somebody asks."""

METRICS = {metric.name: metric for metric in (*COUNTED, *LEVELS, *READ)}
