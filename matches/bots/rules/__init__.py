"""Computer players that take more than the engine has: a network, which is asked in a process of its own."""

from importlib.util import find_spec

from engine.bots import BOTS

from .strengths import PLAYED, SAGES

__all__ = ["BOT_CODES", "INSTALLED", "PLAYED", "SAGES", "plays_variant"]

INSTALLED = find_spec("bgsage") is not None
"""Whether this process could answer: the group `bots` is installed."""

BOT_CODES = (*BOTS, *SAGES)
"""The code of every bot, the engine's first, each time the weakest first."""


def plays_variant(code: str, variant: str) -> bool:
    """Whether a bot, offered now or not, plays a variant."""
    return code in BOTS or (code in SAGES and variant in PLAYED)
