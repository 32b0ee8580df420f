"""Rows of clubs and tournaments. Facts may not change; `state`, `draw`, `void` and passages repeat them."""

from .club import Appointment, Club
from .draw import Call, Draw, Posting, Retraction, TiebreakOrder
from .entry import CheckIn, Comeback, Entry, LineUp, Substitution, Withdrawal
from .fixture import Fixture, Passage
from .money import PoolList, Stake
from .tournament import Tournament

__all__ = [
    "Appointment",
    "Call",
    "CheckIn",
    "Club",
    "Comeback",
    "Draw",
    "Entry",
    "Fixture",
    "LineUp",
    "Passage",
    "PoolList",
    "Posting",
    "Retraction",
    "Stake",
    "Substitution",
    "TiebreakOrder",
    "Tournament",
    "Withdrawal",
]
