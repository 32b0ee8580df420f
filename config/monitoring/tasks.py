"""Counts and measures what workers do, by the signals of Celery."""

import time
from typing import Any

from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery import states
from celery.concurrency import solo
from celery.signals import (
    task_failure,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutdown,
)

from .catalogue import TASK_SECONDS, TASKS
from .levels import database_pool
from .tally import tally

_begun: dict[str, float] = {}
_OUTCOMES = {states.SUCCESS: "done", states.RETRY: "retried"}


@task_prerun.connect
def _begin(task_id: str, **_: Any) -> None:
    _begun[task_id] = time.perf_counter()


@task_postrun.connect
def _end(task_id: str, task: Any, state: str | None = None, **_: Any) -> None:
    began = _begun.pop(task_id, None)
    if began is None:
        return
    tally.count(TASKS, task.name, _OUTCOMES.get(state or "", "failed"))
    tally.observe(TASK_SECONDS, time.perf_counter() - began, task.name)


@task_failure.connect
def _end_lost(sender: Any, exception: BaseException, **_: Any) -> None:
    """Who died of a task has counted nothing: its parent does, and keeps no connection for its forks."""
    if isinstance(exception, WorkerLostError | TimeLimitExceeded):
        tally.count(TASKS, sender.name, "lost")
        tally.add_to_sums()
        tally.leave_no_connection()


@worker_process_init.connect
def _start_in_process(sender: Any = None, **_: Any) -> None:
    # Celery closes the pool of connections after each task: there is none to speak of.
    tally.start("worker")


@worker_process_shutdown.connect
def _stop_in_process(**_: Any) -> None:
    tally.stop()


@worker_ready.connect
def _start_alone(sender: Any, **_: Any) -> None:
    """A worker without processes of its own counts itself."""
    if isinstance(sender.pool, solo.TaskPool):
        tally.start("worker", database_pool)


@worker_shutdown.connect
def _stop_alone(**_: Any) -> None:
    tally.stop()
