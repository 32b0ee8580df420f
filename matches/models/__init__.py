"""Rows. Who people are may change; what happened (facts) may not; the rest is a cache of the facts."""

from .dice import DiceExtract, SharedDice
from .facts import Fact
from .identity import Alias, Player, Token, User
from .match import Match, Report, Result, Verdict
from .rating import RatingEntry, RatingStanding
from .work import Heartbeat, Outbox

__all__ = [
    "Alias",
    "DiceExtract",
    "Fact",
    "Heartbeat",
    "Match",
    "Outbox",
    "Player",
    "RatingEntry",
    "RatingStanding",
    "Report",
    "Result",
    "SharedDice",
    "Token",
    "User",
    "Verdict",
]
