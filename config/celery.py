"""The Celery application and everything that happens by the clock.

Messages are hints: what is due stands in the outbox, and the dispatcher sends it again until a worker
has closed it. So losing Redis loses nothing, and a task that runs twice changes nothing.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's system checks are lint's; a start does not wait for them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

from django.conf import settings

from config.embedded.gate import pass_gate

HEARTBEAT = "matches.heartbeat"

app = Celery("config", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_default_queue="golden",
    # What a worker of its own answers, which has loaded the network of the computer players.
    task_routes={"matches.bot_answer": {"queue": "bots"}},
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # No task takes a second; one that takes minutes is stuck. (Limits work in the prefork pool only.)
    task_soft_time_limit=120,
    task_time_limit=150,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # The messages of a worker that died come back after this many seconds, the outbox's much sooner.
    broker_transport_options={
        "visibility_timeout": 300,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "socket_keepalive": True,
    },
    timezone="UTC",
    beat_schedule={
        # A sign of life that passes through beat, broker and worker. Old ones prove nothing, so they expire.
        "heartbeat": {"task": HEARTBEAT, "schedule": 10.0, "options": {"expires": 10}},
        "deadlines": {"task": "matches.deadlines", "schedule": 5.0, "options": {"expires": 5}},
        "sweep": {"task": "matches.sweep", "schedule": 60.0, "options": {"expires": 60}},
    },
)
app.autodiscover_tasks()


@celeryd_after_setup.connect
def _wait_for_database(**_: object) -> None:
    pass_gate()


@worker_ready.connect
def _send_first_heartbeat(sender: Any, **_: object) -> None:
    # Not to be thought dead until beat's next turn.
    sender.app.send_task(HEARTBEAT, expires=10)
