"""Rows of clubs, tournaments, ponds, ladders. Facts do not change; `state`, `draw` and others repeat them."""

from .club import Appointment, Club
from .draw import Call, Draw, Posting, Retraction, TiebreakOrder
from .entry import CheckIn, Comeback, Entry, LineUp, Substitution, Withdrawal
from .fixture import Fixture, Passage, fixture_of
from .ladder import Challenge, ChallengeAnswer, Ladder, LadderJoin, LadderLeave, Rung, answer_of
from .league import Division, League, Season
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd
from .money import PoolList, Stake
from .pond import Bid, Pond, PondClosing, PondEntry, PondStart, PondWithdrawal
from .rating import Admission, ClubPool, Counting, TournamentPool
from .tournament import Tournament
from .weight import EventWeight

__all__ = [
    "Admission",
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Bid",
    "Call",
    "Challenge",
    "ChallengeAnswer",
    "CheckIn",
    "Club",
    "ClubPool",
    "Comeback",
    "Counting",
    "Division",
    "Draw",
    "Entry",
    "EventWeight",
    "Fixture",
    "Ladder",
    "LadderJoin",
    "LadderLeave",
    "League",
    "LineUp",
    "Membership",
    "MembershipEnd",
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
    "TournamentPool",
    "Withdrawal",
    "answer_of",
    "fixture_of",
]
