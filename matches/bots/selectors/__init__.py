"""The computer players there are now, for whoever plays solo games.

The three of the engine play every variant, in the request itself. Where a worker of the queue `bots` shows
that it lives, backgammon is offered against the three of the network instead, which it asks.
"""

from django.core.cache import cache

from engine.bots import BOTS, Bot

from ..errors import UnknownBot
from ..rules import PLAYED, SAGES
from .remote import ALIVE, RemoteBot

__all__ = ["bot_of", "bots_alive", "bots_for"]


def bot_of(code: str) -> Bot:
    """The bot of that code, also where it is not offered now: then it raises BotAway when it is asked.

    Raises UnknownBot.
    """
    if code in SAGES:
        return RemoteBot(SAGES[code])
    if code in BOTS:
        return BOTS[code]
    raise UnknownBot(
        "There is no computer player “%(code)s”. There are: %(known)s.",
        {"code": code[:40], "known": [*BOTS, *SAGES]},
    )


def bots_for(variant: str) -> list[Bot]:
    """The bots that are offered for a variant, the weakest first: each with its code, name, description."""
    if variant in PLAYED and bots_alive():
        return [RemoteBot(known) for known in SAGES.values()]
    return [*BOTS.values()]


def bots_alive() -> bool:
    """Whether a worker that plays for bots has lately shown that it lives."""
    return cache.get(ALIVE) is not None
