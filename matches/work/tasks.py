"""What every task is, and those that time sets off."""

import contextlib
import time
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from billiard.exceptions import WorkerLostError
from celery import Task, shared_task
from celery.signals import task_failure
from django.db import Error as DatabaseError
from django.db import OperationalError

from matches.work import outbox, services
from matches.work.connections import leave_no_connections
from matches.work.queues import LIMITS, Queue

if TYPE_CHECKING:
    BaseTask = Task[..., None]
else:
    BaseTask = Task

P = ParamSpec("P")

QUEUES: dict[str, Queue] = {}
"""The queue of each kind of work."""
TOGETHER: set[str] = set()
"""The kinds of work that are carried out together: of each is one sent at a time."""


class OutboxTask(BaseTask):
    """A task that the outbox sends: what it fails with is noted there."""

    abstract = True

    def on_failure(self, exc: Exception, task_id: str, args: tuple[Any, ...], *_: Any) -> None:
        # In the process that failed; where that took too long, in its parent, which has killed it.
        note_failure(self.name, args, exc)


@task_failure.connect
def _note_lost_worker(sender: Any, exception: BaseException, args: tuple[Any, ...], **_: Any) -> None:
    """Where a process died of a task, nobody else has noted it."""
    if isinstance(sender, OutboxTask) and isinstance(exception, WorkerLostError):
        note_failure(sender.name, args, exception)


def note_failure(kind: str, args: tuple[Any, ...], error: BaseException) -> None:
    """Note in the outbox what one piece of work failed with, unless that is noted already."""
    if len(args) != 1 or isinstance(error, services.WorkFailed) or is_trouble_of_database(error):
        return
    # Where the database is away the work comes again, and nobody is to blame.
    with contextlib.suppress(DatabaseError):
        services.work_note_failed(kind, args[0], error)
    # This may be the parent of those who work, which forks another now.
    leave_no_connections()


# The classes of PostgreSQL's errors that no work is to blame for: no connection, no room or memory or
# connection left, the server being stopped, its files.
TROUBLES = ("08", "53", "57P", "58")


def is_trouble_of_database(error: BaseException) -> bool:
    """Whether it is the database's own, which befalls all work alike, and passes however long it takes."""
    if not isinstance(error, OperationalError):
        return False
    code = getattr(error.__cause__, "sqlstate", None)
    return code is None or code.startswith(TROUBLES)


def queued_task(kind: str, queue: Queue) -> "Callable[[Callable[P, None]], Task[P, None]]":
    """A task of a queue, with its limits, which Celery may lose or run twice.

    It is called as the kind of work is, wherever it stands. The retries only spare the wait where the
    database was away for a moment.
    """
    QUEUES[kind] = queue
    return shared_task(  # type: ignore[return-value]
        name=kind,
        base=OutboxTask,
        soft_time_limit=LIMITS[queue].soft,
        time_limit=LIMITS[queue].hard,
        ignore_result=True,
        acks_late=True,
        autoretry_for=(OperationalError,),
        max_retries=3,
        retry_backoff=True,
    )


def reliable_task(kind: str, queue: Queue) -> "Callable[[Callable[[int], None]], Task[[int], None]]":
    """One that the outbox sends again until its work is done.

    What was sent again while it waited for its turn is done once: the second time it is not due.
    """

    def task_of(carry_out: Callable[[int], None]) -> "Task[[int], None]":
        @wraps(carry_out)
        def carry_out_if_due(subject: int) -> None:
            if outbox.open_outbox_row(kind, subject):
                carry_out(subject)

        return queued_task(kind, queue)(carry_out_if_due)

    return task_of


def task_together(
    kind: str, queue: Queue, *, most: int
) -> "Callable[[Callable[[list[int]], None]], Task[[int], None]]":
    """The same of what is carried out together: whoever is sent for one claims what waits of its kind.

    The function takes so many subjects at once, `most` of them; the task takes one.
    """

    def task_of(carry_out: Callable[[list[int]], None]) -> "Task[[int], None]":
        def carry_out_with_others(subject: int) -> None:
            services.work_together(kind, subject, most, carry_out)

        TOGETHER.add(kind)
        return queued_task(kind, queue)(carry_out_with_others)

    return task_of


def not_at_once_again(seconds: float) -> "Callable[[Callable[[], None]], Callable[[], None]]":
    """What beat asks for anew, again and again: soon after the last time this process does nothing.

    So what has piled up while no worker took it is soon done, by no clock but this process's stopwatch.
    """

    def done_seldom(carry_out: Callable[[], None]) -> Callable[[], None]:
        done_at = float("-inf")

        @wraps(carry_out)
        def carry_out_unless_done() -> None:
            nonlocal done_at
            if time.monotonic() - done_at >= seconds:
                carry_out()
                done_at = time.monotonic()

        return carry_out_unless_done

    return done_seldom


@shared_task(name="matches.heartbeat", ignore_result=True)
@not_at_once_again(2)
def record_heartbeat() -> None:
    """Sent by beat through the broker: when a worker writes it, all three work."""
    services.heartbeat_record(name="worker")


@queued_task("matches.sweep", Queue.ANALYSE)
@not_at_once_again(20)
def sweep_work() -> None:
    services.work_sweep()


@queued_task("matches.prune", Queue.ANALYSE)
@not_at_once_again(200)
def prune_work() -> None:
    services.work_prune()
