"""Clubs, who runs them, and who belongs to them."""

from .club import Appointment, Club, ClubEdit
from .event import ClubEvent, ClubEventDetails
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd, Memberships
from .proposal import ClubProposal, ClubProposalAnswer
from .rating import ClubRatingPool, Sanction
from .registration import Registration
from .service import ServiceAccount, ServiceAccountEnd

__all__ = [
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Club",
    "ClubEdit",
    "ClubEvent",
    "ClubEventDetails",
    "ClubProposal",
    "ClubProposalAnswer",
    "ClubRatingPool",
    "Membership",
    "MembershipEnd",
    "Memberships",
    "Registration",
    "Sanction",
    "ServiceAccount",
    "ServiceAccountEnd",
]
