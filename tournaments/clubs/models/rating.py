"""Rating pools of clubs, and the clubs that a federation's admits."""

from django.db import models

from matches.facts.models import Fact
from matches.ratings.models import RatingPool

from .club import Club


class ClubRatingPool(models.Model):
    """A rating pool that a club manages; one without is managed by the staff of the service."""

    rating_pool = models.OneToOneField(RatingPool, models.PROTECT, related_name="kept_by")
    club = models.ForeignKey(Club, models.PROTECT, related_name="rating_pools_kept")

    class Meta:
        db_table = "tournaments_clubpool"

    def __str__(self) -> str:
        return f"{self.rating_pool} of {self.club}"


class Admission(Fact):
    """Whether tournaments of a club may count in a rating pool that it does not manage; the latest holds."""

    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="admissions")
    club = models.ForeignKey(Club, models.PROTECT, related_name="admissions")
    admitted = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.club} {'may' if self.admitted else 'may not'} count in {self.rating_pool}"
