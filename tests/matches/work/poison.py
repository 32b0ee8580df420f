"""Tasks that workers fail at, each in its own way; `celery worker --include` has them loaded."""

import os
import signal
import time

from matches.work import outbox
from matches.work.queues import Queue
from matches.work.tasks import OutboxTask, reliable_task, task_together

ALONE, TOGETHER = "tests.alone", "tests.together"


def carry_out(kind: str, subjects: list[int]) -> None:
    for subject in subjects:
        match subject % 10:
            case 1:
                raise RuntimeError(f"poison {subject}")
            case 2:
                os.kill(os.getpid(), signal.SIGKILL)
            case 3:
                # Not even a soft limit interrupts it.
                signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
                time.sleep(60)
    outbox.close_outbox_rows(outbox.outbox_seen_of(kind, subjects).values())


@reliable_task(ALONE, Queue.JUDGE)
def alone(subject: int) -> None:
    carry_out(ALONE, [subject])


@task_together(TOGETHER, Queue.JUDGE, most=40)
def together(subjects: list[int]) -> None:
    carry_out(TOGETHER, subjects)


for task in (alone, together):
    assert isinstance(task, OutboxTask)
    task.soft_time_limit, task.time_limit = 3, 4
