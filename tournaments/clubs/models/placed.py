"""What clubs hold, and where they do."""

from typing import TypedDict
from zoneinfo import ZoneInfo

from django.db import models

from matches.edits.models import Presented

from .club import Club


class PlacedDetails(TypedDict, total=False):
    """What may be announced of any of them, and changed at any time: columns of Placed."""

    text: str
    contact: str
    place: str
    time_zone: str


class Placed(Presented):
    """Base of a club's tournaments, leagues, ladders and ponds, and of its venues.

    Times are announced in the `zone`: its own, or the club's.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="%(class)ss")
    place = models.CharField(max_length=200, blank=True)
    # An IANA name; empty for the club's.
    time_zone = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone or self.club.time_zone)
