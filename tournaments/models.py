"""Every model of the app, for Django; whoever uses one imports it from its room."""

from tournaments.clubs.models.club import Appointment, Club
from tournaments.clubs.models.membership import Application, ApplicationAnswer, Membership, MembershipEnd
from tournaments.clubs.models.proposal import ClubProposal, ClubProposalAnswer
from tournaments.clubs.models.rating import ClubRatingPool, Sanction
from tournaments.clubs.models.registration import Registration
from tournaments.clubs.models.service import ServiceAccount, ServiceAccountEnd
from tournaments.events.models.application import EntryApplication, EntryApplicationAnswer
from tournaments.events.models.counting import Counting, TournamentRatingPool
from tournaments.events.models.draw import Draw, PublishedRound, RoundRelease, RoundWithdrawal, TiebreakOrder
from tournaments.events.models.entry import (
    CheckIn,
    CheckInWithdrawal,
    Entry,
    LineUp,
    Reentry,
    Substitution,
    Withdrawal,
)
from tournaments.events.models.fixture import Fixture, Passage
from tournaments.events.models.tournament import Tournament
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin, LadderLeave, Rung
from tournaments.leagues.models import Division, League, Season
from tournaments.money.models import FeePayment, PayoutHandover, PrizePoolList, Stake
from tournaments.points.models import EventWeight
from tournaments.ponds.models import Bid, Pond, PondClosing, PondEntry, PondStart, PondWithdrawal
from tournaments.records.models import ClubRecord, EventFinish, FinishedEvent
from tournaments.series.models import Series, SeriesAnnouncement
from tournaments.venues.models.call import Attendance, Seating, TableCall, TableCallEnd, TableMove
from tournaments.venues.models.venue import Venue, VenueEdit
from tournaments.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery

__all__ = [
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Attendance",
    "Bid",
    "Challenge",
    "ChallengeAnswer",
    "CheckIn",
    "CheckInWithdrawal",
    "Club",
    "ClubProposal",
    "ClubProposalAnswer",
    "ClubRatingPool",
    "ClubRecord",
    "Counting",
    "Division",
    "Draw",
    "Entry",
    "EntryApplication",
    "EntryApplicationAnswer",
    "EventFinish",
    "EventWeight",
    "FeePayment",
    "FinishedEvent",
    "Fixture",
    "Ladder",
    "LadderJoin",
    "LadderLeave",
    "League",
    "LineUp",
    "Membership",
    "MembershipEnd",
    "Passage",
    "PayoutHandover",
    "Pond",
    "PondClosing",
    "PondEntry",
    "PondStart",
    "PondWithdrawal",
    "PrizePoolList",
    "PublishedRound",
    "Reentry",
    "Registration",
    "RoundRelease",
    "RoundWithdrawal",
    "Rung",
    "Sanction",
    "Season",
    "Seating",
    "Series",
    "SeriesAnnouncement",
    "ServiceAccount",
    "ServiceAccountEnd",
    "Stake",
    "Substitution",
    "TableCall",
    "TableCallEnd",
    "TableMove",
    "TiebreakOrder",
    "Tournament",
    "TournamentRatingPool",
    "Venue",
    "VenueEdit",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "Withdrawal",
]
