"""Clubs and their tournaments: who runs them, who entered, how it was drawn, what is to be played."""

from .club import Appointment, Club
from .tournament import Draw, Entry, Fixture, Passage, Tournament, Withdrawal

__all__ = ["Appointment", "Club", "Draw", "Entry", "Fixture", "Passage", "Tournament", "Withdrawal"]
