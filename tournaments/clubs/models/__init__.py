"""Clubs, who runs them, and who belongs to them."""

from .club import Appointment, Club
from .membership import Application, ApplicationAnswer, Membership, MembershipEnd, Memberships
from .rating import Admission, ClubPool

__all__ = [
    "Admission",
    "Application",
    "ApplicationAnswer",
    "Appointment",
    "Club",
    "ClubPool",
    "Membership",
    "MembershipEnd",
    "Memberships",
]
