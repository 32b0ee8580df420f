"""What clubs hold: tournaments, leagues, ladders, ponds."""

from typing import TypedDict
from zoneinfo import ZoneInfo

from django.db import models

from matches.edits.models import Presented

from .club import Club


class ClubEventDetails(TypedDict, total=False):
    """What may be announced of any of them, and changed at any time: columns of ClubEvent."""

    text: str
    contact: str
    place: str
    time_zone: str


class ClubEvent(Presented):
    """Base of what a club holds. Times are announced in its `zone`: its own, or the club's."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="%(class)ss")
    place = models.CharField(max_length=200, blank=True)
    # An IANA name; empty for the club's.
    time_zone = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone or self.club.time_zone)
