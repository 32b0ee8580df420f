"""Venues, their tables, and the facts about them."""

from .call import (
    VENUE_PROCESS_DUE,
    Attendance,
    Seating,
    TableCall,
    TableCallEnd,
    TableMove,
    seating_of,
)
from .venue import Venue, VenueEdit

__all__ = [
    "VENUE_PROCESS_DUE",
    "Attendance",
    "Seating",
    "TableCall",
    "TableCallEnd",
    "TableMove",
    "Venue",
    "VenueEdit",
    "seating_of",
]
