"""Celery's door to the bots: the queue `bots`, whose worker has the network loaded."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from matches.bots import services
from matches.bots.selectors.remote import QUEUE, TASK


# What a worker takes with it when it is killed is asked again by whoever waits, not by the broker.
@shared_task(name=TASK, ignore_result=True, acks_late=False)
def bot_answer(code: str, method: str, question: dict[str, Any], address: str) -> None:
    services.bot_answer(code=code, method=method, question=question, address=address)


@worker_ready.connect
def _show_life(sender: Any, **_: object) -> None:
    """Where this is a worker of the queue: by a timer of the loop that takes questions in, not beside it."""
    if QUEUE in sender.app.amqp.queues.consume_from and services.bots_warm_up():
        services.bots_show_life()
        sender.timer.call_repeatedly(services.BEAT, services.bots_show_life)
