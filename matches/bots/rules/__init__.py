"""Computer players that take more than the engine has: a network, which is asked in a process of its own."""

from importlib.util import find_spec

from .strengths import PLAYED, SAGES

__all__ = ["INSTALLED", "PLAYED", "SAGES"]

INSTALLED = find_spec("bgsage") is not None
"""Whether this process could answer: the group `bots` is installed."""
