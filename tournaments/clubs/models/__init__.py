"""Clubs, who runs them, and who belongs to them."""

from .club import Appointment, Club
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd, Memberships
from .rating import ClubRatingPool, Sanction
from .registration import Registration

__all__ = [
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Club",
    "ClubRatingPool",
    "Membership",
    "MembershipEnd",
    "Memberships",
    "Registration",
    "Sanction",
]
