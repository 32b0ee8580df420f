"""Clubs, who runs them, and who belongs to them."""

from .club import Appointment, Club, ClubEdit
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd, Memberships
from .placed import Placed, PlacedDetails
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
    "ClubProposal",
    "ClubProposalAnswer",
    "ClubRatingPool",
    "Membership",
    "MembershipEnd",
    "Memberships",
    "Placed",
    "PlacedDetails",
    "Registration",
    "Sanction",
    "ServiceAccount",
    "ServiceAccountEnd",
]
