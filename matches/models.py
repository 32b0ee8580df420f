"""Rows. Who people are may change; what happened (facts) may not; the rest is a cache of the facts."""

from .claim import Anonymisation, Claim, ClaimAnswer, Release
from .dice import DiceExtract, SharedDice
from .dispute import Answer, Appeal, Ruling, Seat, Vote
from .facts import Fact
from .identity import Alias, FederationNumber, Member, Player, Token, User
from .match import Match, Report, Verdict
from .merge import Merge
from .play import LiveGame, Penalty, Reminder, Schedule
from .rating import PoolMatch, PoolTerms, RatingEntry, RatingPool, RatingStanding
from .result import Result
from .work import Heartbeat, Outbox

__all__ = [
    "Alias",
    "Anonymisation",
    "Answer",
    "Appeal",
    "Claim",
    "ClaimAnswer",
    "DiceExtract",
    "Fact",
    "FederationNumber",
    "Heartbeat",
    "LiveGame",
    "Match",
    "Member",
    "Merge",
    "Outbox",
    "Penalty",
    "Player",
    "PoolMatch",
    "PoolTerms",
    "RatingEntry",
    "RatingPool",
    "RatingStanding",
    "Release",
    "Reminder",
    "Report",
    "Result",
    "Ruling",
    "Schedule",
    "Seat",
    "SharedDice",
    "Token",
    "User",
    "Verdict",
    "Vote",
]
