"""Rows of clubs and tournaments. Facts may not change; `state`, `draw`, `void` and passages repeat them."""

from .club import Appointment, Club
from .draw import Call, Draw, Posting, Retraction, TiebreakOrder
from .entry import CheckIn, Comeback, Entry, LineUp, Substitution, Withdrawal
from .fixture import Fixture, Passage
from .league import Division, League, Season
from .money import PoolList, Stake
from .tournament import Tournament

__all__ = [
    "Appointment",
    "Call",
    "CheckIn",
    "Club",
    "Comeback",
    "Division",
    "Draw",
    "Entry",
    "Fixture",
    "League",
    "LineUp",
    "Passage",
    "PoolList",
    "Posting",
    "Retraction",
    "Season",
    "Stake",
    "Substitution",
    "TiebreakOrder",
    "Tournament",
    "Withdrawal",
]
