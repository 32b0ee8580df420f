"""Clubs, who runs them, and who belongs to them."""

from .club import Appointment, Club
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd, Memberships
from .rating import Admission, ClubRatingPool
from .registration import Registration
from .service import ServiceAccount, ServiceAccountEnd

__all__ = [
    "Admission",
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Club",
    "ClubRatingPool",
    "Membership",
    "MembershipEnd",
    "Memberships",
    "Registration",
    "ServiceAccount",
    "ServiceAccountEnd",
]
