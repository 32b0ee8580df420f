"""The computer players there are now, for whoever plays solo games.

The three of the engine play every variant, in the request itself. Where a worker of the queue `bots` shows
that it lives, backgammon is offered against the three of the network instead, which it asks.
"""

from collections.abc import Sequence

from django.core.cache import cache

from engine.bots import BOTS, Bot

from ..errors import UnknownBot
from ..rules import BOT_CODES, PLAYED, SAGES, plays_variant
from .remote import ALIVE, RemoteBot

__all__ = ["bot_of", "bot_playing", "bots_alive", "bots_for"]


def bot_of(code: str) -> Bot:
    """The bot of that code, also where it is not offered now: then it raises BotAway when it is asked.

    Raises UnknownBot.
    """
    if code in SAGES:
        return RemoteBot(SAGES[code])
    if code in BOTS:
        return BOTS[code]
    raise unknown_bot(code, BOT_CODES)


def bot_playing(code: str, variant: str) -> Bot:
    """The bot of that code for a new game. Raises UnknownBot where it does not play the variant."""
    if not plays_variant(code, variant):
        raise unknown_bot(code, [each for each in BOT_CODES if plays_variant(each, variant)])
    return bot_of(code)


def unknown_bot(code: str, known: Sequence[str]) -> UnknownBot:
    return UnknownBot(
        "There is no computer player “%(code)s” for that. There are: %(known)s.",
        {"code": code[:40], "known": [*known]},
        known=[*known],
    )


def bots_for(variant: str) -> list[Bot]:
    """The bots that are offered for a variant, the weakest first: each with its code, name, description."""
    if variant in PLAYED and bots_alive():
        return [RemoteBot(known) for known in SAGES.values()]
    return [*BOTS.values()]


def bots_alive() -> bool:
    """Whether a worker that plays for bots has lately shown that it lives."""
    return cache.get(ALIVE) is not None
