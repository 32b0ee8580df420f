"""Venues and the facts about them."""

from .venue import Venue, VenueEdit

__all__ = ["Venue", "VenueEdit"]
