"""Every model of the app, for Django; whoever uses one imports it from its room."""

from tournaments.clubs.models.club import Appointment, Club
from tournaments.clubs.models.membership import Application, ApplicationAnswer, Membership, MembershipEnd
from tournaments.clubs.models.rating import Admission, ClubPool
from tournaments.events.models.counting import Counting, TournamentPool
from tournaments.events.models.draw import Call, Draw, Posting, Retraction, TiebreakOrder
from tournaments.events.models.entry import CheckIn, Comeback, Entry, LineUp, Substitution, Withdrawal
from tournaments.events.models.fixture import Fixture, Passage
from tournaments.events.models.tournament import Tournament
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin, LadderLeave, Rung
from tournaments.leagues.models import Division, League, Season
from tournaments.money.models import PoolList, Stake
from tournaments.points.models import EventWeight
from tournaments.ponds.models import Bid, Pond, PondClosing, PondEntry, PondStart, PondWithdrawal

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
]
