"""Venues, as rows."""

from django.db.models import QuerySet

from tournaments.venues.models import Venue


def venue_list() -> QuerySet[Venue]:
    """Every venue that is not removed, with its club and picture, in one query."""
    return Venue.objects.select_related("club", "picture").filter(removed=False)
