"""Rows of clubs, tournaments, ponds and ladders. Facts may not change; `state`, `draw` and others repeat them."""

from .club import Appointment, Club
from .draw import Call, Draw, Posting, Retraction, TiebreakOrder
from .entry import CheckIn, Comeback, Entry, LineUp, Substitution, Withdrawal
from .fixture import Fixture, Passage
from .ladder import Challenge, ChallengeAnswer, Ladder, LadderJoin, LadderLeave, Rung
from .league import Division, League, Season
from .money import PoolList, Stake
from .pond import Bid, Pond, PondClosing, PondEntry, PondStart, PondWithdrawal
from .tournament import Tournament

__all__ = [
    "Appointment",
    "Bid",
    "Call",
    "Challenge",
    "ChallengeAnswer",
    "CheckIn",
    "Club",
    "Comeback",
    "Division",
    "Draw",
    "Entry",
    "Fixture",
    "Ladder",
    "LadderJoin",
    "LadderLeave",
    "League",
    "LineUp",
    "Passage",
    "Pond",
    "PondClosing",
    "PondEntry",
    "PondStart",
    "PondWithdrawal",
    "PoolList",
    "Posting",
    "Retraction",
    "Rung",
    "Season",
    "Stake",
    "Substitution",
    "TiebreakOrder",
    "Tournament",
    "Withdrawal",
]
