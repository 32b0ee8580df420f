"""Computer players that take more than the engine has: a network, which is asked in a process of its own."""

from .network import INSTALLED
from .strengths import PLAYED, SAGES

__all__ = ["INSTALLED", "PLAYED", "SAGES"]
