"""What every task is, and those that time sets off."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from celery import shared_task
from django.db import OperationalError

from matches.work import services

if TYPE_CHECKING:
    from celery import Task

P = ParamSpec("P")

TOGETHER: set[str] = set()
"""The kinds of work that are carried out together: of each is one sent at a time."""


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


def task_together(kind: str, *, most: int) -> "Callable[[Callable[[list[int]], None]], Task[[int], None]]":
    """The same of what is carried out together: whoever is sent for one claims what waits of its kind.

    The function takes so many subjects at once, `most` of them; the task takes one.
    """

    def task_of(carry_out: Callable[[list[int]], None]) -> "Task[[int], None]":
        def carry_out_with_others(subject: int) -> None:
            services.work_together(kind, subject, most, carry_out)

        TOGETHER.add(kind)
        return reliable_task(kind)(carry_out_with_others)

    return task_of


@shared_task(name="matches.heartbeat", ignore_result=True)
def record_heartbeat() -> None:
    """Sent by beat through the broker: when a worker writes it, all three work."""
    services.heartbeat_record(name="worker")


@reliable_task("matches.sweep")
def sweep_work() -> None:
    services.work_sweep()
