"""Celery's door to the services: ids in, nothing out, safe to run twice.

Nobody calls `.delay` on these: the dispatcher sends what the outbox says is due.
"""

from celery import shared_task
from django.db import OperationalError

from matches import services

# A task that fails is lost to Celery but not to the outbox, which will send it again;
# the retries only spare the wait when the database was away for a moment.
RELIABLE = {
    "ignore_result": True,
    "acks_late": True,
    "autoretry_for": (OperationalError,),
    "max_retries": 3,
    "retry_backoff": True,
}


@shared_task(**RELIABLE)
def report_verify(report_id: int) -> None:
    services.report_verify(report_id=report_id)


@shared_task(**RELIABLE)
def ratings_update(subject: int = 0) -> None:
    services.ratings_update()


@shared_task(ignore_result=True)
def heartbeat() -> None:
    """Sent by beat through the broker: when a worker writes it, all three work."""
    services.heartbeat_record(name="worker")


@shared_task(**RELIABLE)
def sweep() -> None:
    services.work_sweep()
