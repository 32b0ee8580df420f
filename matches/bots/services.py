"""The worker's side of the bots: answers, and signs of life. Nothing of it is a fact."""

import json
from collections.abc import Mapping
from typing import Any

import structlog
from django.core.cache import cache

from engine.bots import BotQuestion

from .rules import INSTALLED, SAGES
from .selectors.remote import ALIVE, KEPT, answers

log = structlog.get_logger(__name__)

BEAT = 5.0
"""Seconds between signs of life; three of them that fail to come, and nobody is offered the bots."""


def bot_answer(*, code: str, method: str, question: Mapping[str, Any], address: str) -> None:
    """Answer a question, for whoever waits at the address."""
    answer = getattr(SAGES[code], method)(BotQuestion.from_dict(question))
    with answers().pipeline() as together:
        together.rpush(address, json.dumps(answer))
        together.expire(address, KEPT)
        together.execute()


def bots_warm_up() -> bool:
    """Load every network, so that the first question waits no longer than others; False where none is."""
    if not INSTALLED:
        log.error("bots_not_installed", hint="./run install, or uv sync --group bots")
        return False
    for known in SAGES.values():
        _ = known.network
    return True


def bots_show_life() -> None:
    """Show that this worker lives, until the next time but two."""
    cache.set(ALIVE, 1, timeout=int(3 * BEAT))
