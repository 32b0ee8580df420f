"""Celery's door to the services: ids in, nothing out, safe to run twice.

Nobody calls `.delay` on these: the dispatcher sends what the outbox says is due.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from celery import shared_task
from django.db import OperationalError

from matches import outbox, services

if TYPE_CHECKING:
    from celery import Task

P = ParamSpec("P")


def reliable(kind: str) -> "Callable[[Callable[P, None]], Task[P, None]]":
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


@reliable(outbox.REPORT_VERIFY)
def report_verify(report_id: int) -> None:
    services.report_verify(report_id=report_id)


@reliable(outbox.MATCH_ATTEND)
def match_attend(match_id: int) -> None:
    services.match_attend(match_id=match_id)


@reliable(outbox.RATINGS_UPDATE)
def ratings_update(subject: int) -> None:
    services.ratings_update()


# Terms of a pool, or a merge, may have millions of matches folded anew; one worker at a time does that.
ratings_update.soft_time_limit, ratings_update.time_limit = 3600, 3660


@reliable(outbox.DICE_EXTRACT)
def dice_extract(report_id: int) -> None:
    services.dice_extract(report_id=report_id)


@shared_task(name="matches.heartbeat", ignore_result=True)
def heartbeat() -> None:
    """Sent by beat through the broker: when a worker writes it, all three work."""
    services.heartbeat_record(name="worker")


@reliable("matches.deadlines")
def deadlines() -> None:
    services.work_wake()


@reliable("matches.sweep")
def sweep() -> None:
    services.work_sweep()
