"""The Celery application and everything that happens by the clock.

Messages are hints: what is due stands in the outbox, and the dispatcher sends it again until a worker
has closed it. So losing Redis loses nothing, and a task that runs twice changes nothing.
"""

import gc
import os
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import Celery
from celery.schedules import schedule
from celery.signals import celeryd_after_setup, task_postrun, worker_ready, worker_shutdown
from kombu import Exchange
from kombu import Queue as Messages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's system checks are lint's; a start does not wait for them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

from django.conf import settings
from django.db import connections

from config import broker as _patient  # noqa: F401
from config.embedded.gate import pass_gate
from config.monitoring import tasks as _measured  # noqa: F401
from config.niceness import give_way
from config.signs_of_life import SignsOfLife
from matches.work.queues import LIMITS, PATIENT, Queue

HEARTBEAT = "matches.heartbeat"
# Seconds between two signs of life of a worker.
BEAT = 15.0
# Seconds after which nothing is begun any more that goes by the clock. Beat's clock says when that is and the
# worker's whether it is so: the two may be hours apart, as when a zone was taken for another.
STALE = 24 * 3600


_BEGAN = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """The time when this process began, and what its stopwatch says since.

    By the clock beat would wait for an hour when that is set back by one.
    """
    at, moment = _BEGAN
    return at + timedelta(seconds=time.monotonic() - moment)


def _every(seconds: float, task: str) -> dict[str, Any]:
    """Of what has piled up while no worker took it, each does nothing but the first (`not_at_once_again`)."""
    return {
        "task": task,
        "schedule": schedule(timedelta(seconds=seconds), nowfun=steady_now),
        "options": {"expires": STALE},
    }


def _queue_of(name: str, *_: object, **__: object) -> dict[str, str] | None:
    """Of what a newer version of the service has made due, and this one does not know, none: the default."""
    # Asked when something is sent; by then the tasks have been looked for.
    from matches.work.tasks import QUEUES

    return {"queue": QUEUES[name].value} if name in QUEUES else None


app = Celery("config", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_queues=[Messages(queue.value, Exchange(queue.value), queue.value) for queue in Queue],
    task_default_queue=Queue.BULK.value,
    # The outbox knows nothing of these. The bots' is answered by a worker that has loaded their network.
    task_routes=[
        {HEARTBEAT: {"queue": Queue.JUDGE.value}, "matches.bot_answer": {"queue": "bots"}},
        _queue_of,
    ],
    task_ignore_result=True,
    task_acks_late=True,
    # The outbox sends it again, and later each time: the broker would at once, to kill the next.
    task_reject_on_worker_lost=False,
    # Each task has those of its queue. (Limits work in the prefork pool only.)
    task_soft_time_limit=LIMITS[Queue.NOTIFY].soft,
    task_time_limit=LIMITS[Queue.NOTIFY].hard,
    # Seconds from the death of a process until its task is taken for failed.
    worker_lost_wait=2.0,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # As a broker says that its disk is full: the worker asks again, and does not end.
    broker_channel_error_retry=True,
    # The messages of a worker that died come back after this many seconds, the outbox's much sooner.
    broker_transport_options={
        "visibility_timeout": 300,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "socket_keepalive": True,
    },
    timezone="UTC",
    beat_schedule={
        # A sign of life that passes through beat, broker and worker.
        "heartbeat": _every(15, HEARTBEAT),
        "sweep": _every(60, "matches.sweep"),
        "prune": _every(600, "matches.prune"),
    },
)
# After so many tasks Celery would end each process's pool of connections; without it, before and after each,
# and to connect anew and have PostgreSQL plan all anew takes as long as to referee a report.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize
app.autodiscover_tasks()


@celeryd_after_setup.connect
def _get_ready(instance: Any, **_: object) -> None:
    # Where cores are short, reports and results come first.
    if {*instance.app.amqp.queues.consume_from} <= {*PATIENT}:
        give_way()
    pass_gate()
    # What is loaded stays, and the processes forked off this one share it: no collector writes on it.
    gc.collect()
    gc.freeze()


@task_postrun.connect
def give_connections_back(task: Any, **_: object) -> None:
    """To the pool of the process, which keeps them, and what is planned on them, for the next task."""
    if not task.request.is_eager:
        connections.close_all()


@worker_ready.connect
def _show_life(sender: Any, **_: object) -> None:
    """Send the first heartbeat, not to be thought dead until beat's next turn; and show that we live."""
    queues = sorted(sender.app.amqp.queues.consume_from)
    if Queue.JUDGE.value in queues:
        sender.app.send_task(HEARTBEAT, expires=STALE)
    signs = SignsOfLife(sender.hostname, " ".join(queues))
    signs.show()
    sender.timer.call_repeatedly(BEAT, signs.show)
    worker_shutdown.connect(lambda **_: signs.end(), weak=False)
