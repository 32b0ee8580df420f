"""A bot whose answers come from a worker of the queue `bots`.

The question goes as a Celery task, and the answer comes back over a list in Redis that is named for it once.
Nothing of it is recorded: a question that is lost is asked again, by whoever waits for the bot's turn, and
has the same answer.
"""

import json
from functools import cache as once
from typing import Any
from uuid import uuid4

import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from engine.bots import BotQuestion
from engine.plays import Step
from engine.words import Text

from ..errors import BotAway
from ..rules.sage import SageBot

log = structlog.get_logger(__name__)

QUEUE = "bots"
TASK = "matches.bot_answer"
ALIVE = "bots_alive"
"""The key under which a worker of the queue shows that it lives."""
WAIT = 2
"""Seconds that somebody waits for an answer."""
KEPT = 10
"""Seconds after which nobody needs a question any more, or its answer; more than clocks differ by."""


class RemoteBot:
    """Asks the worker what `known` would answer. Each of its methods raises BotAway without an answer."""

    def __init__(self, known: SageBot) -> None:
        self.code: str = known.code
        self.name: Text = known.name
        self.description: Text = known.description

    def choose_play(self, question: BotQuestion) -> tuple[Step, ...]:
        """The steps of a legal play of the dice; none if there is none."""
        return tuple((start, end) for start, end in self._ask("choose_play", question))

    def wants_to_double(self, question: BotQuestion) -> bool:
        """Whether it doubles."""
        return bool(self._ask("wants_to_double", question))

    def answer_double(self, question: BotQuestion) -> str:
        """Take, pass or beaver."""
        return str(self._ask("answer_double", question))

    def answer_beaver(self, question: BotQuestion) -> str:
        """Take or pass."""
        return str(self._ask("answer_beaver", question))

    def _ask(self, method: str, question: BotQuestion) -> Any:
        answer = ask_worker(self.code, method, question)
        if answer is None:
            raise BotAway(
                "%(bot)s does not answer at the moment. Nothing was changed: try again in a moment.",
                {"bot": self.name},
                bot=self.code,
            )
        return json.loads(answer)


def ask_worker(code: str, method: str, question: BotQuestion) -> str | bytes | None:
    """A worker's answer to the question, as JSON; None if none comes within WAIT seconds.

    Nobody waits where no worker has shown that it lives.
    """
    if cache.get(ALIVE) is None:
        return None
    address = f"bots:answer:{uuid4()}"
    try:
        current_app.send_task(
            TASK,
            args=[code, method, question.as_dict(), address],
            expires=KEPT,
            retry=False,
            ignore_result=True,
        )
        found = answers().blpop([address], timeout=WAIT)
    # redis-py loses the buffer of a connection that times out while it is set up, and then stumbles.
    except (OperationalError, RedisError, OSError, AttributeError) as error:
        log.warning("bot_unreachable", error=type(error).__name__)
        return None
    if found is None:
        log.warning("bot_away", bot=code)
        return None
    return found[1]


@once
def answers() -> Redis:
    """The Redis over which answers come; it is waited for a little longer than for them."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=WAIT + 1, socket_connect_timeout=0.5)
