"""Where a club plays."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from matches.edits.models import Edit
from tournaments.clubs.models import Placed
from tournaments.venues.rules.tables import VenueTable, tables_of_venue


class Venue(Placed):
    """A room in which a club plays, with its tables in the order in which they are filled.

    tables: as `rules.tables.stored_tables` has them. closes_at: the time of day in its `zone` by which
    everybody has to be out; before noon it belongs to the evening before.
    """

    name = models.CharField(max_length=80)
    closes_at = models.TimeField(null=True, blank=True)
    tables = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club", Lower("name"), name="venue_name_once", condition=models.Q(removed=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def venue_tables(self) -> tuple[VenueTable, ...]:
        return tables_of_venue(self.tables)


class VenueEdit(Edit):
    """What is said of a venue is changed, or of its tables."""

    SUBJECT = "venue"

    venue = models.ForeignKey(Venue, models.PROTECT, related_name="edits")
