"""What every task is, and those that time sets off."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from celery import shared_task
from django.db import OperationalError

from matches.work import services

if TYPE_CHECKING:
    from celery import Task

P = ParamSpec("P")


def reliable_task(kind: str) -> "Callable[[Callable[P, None]], Task[P, None]]":
    """A task that Celery may lose or run twice: the outbox sends it again until its work is done.

    It is called as the kind of work is, wherever it stands. The retries only spare the wait where the
    database was away for a moment.
    """
    return shared_task(
        name=kind,
        ignore_result=True,
        acks_late=True,
        autoretry_for=(OperationalError,),
        max_retries=3,
        retry_backoff=True,
    )


@shared_task(name="matches.heartbeat", ignore_result=True)
def record_heartbeat() -> None:
    """Sent by beat through the broker: when a worker writes it, all three work."""
    services.heartbeat_record(name="worker")


@reliable_task("matches.sweep")
def sweep_work() -> None:
    services.work_sweep()
