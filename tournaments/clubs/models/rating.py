"""Rating pools of clubs, and the clubs that a federation's pool admits."""

from django.db import models

from matches.facts.models import Fact
from matches.ratings.models import RatingPool

from .club import Club


class ClubPool(models.Model):
    """A rating pool that a club keeps; one without is kept by the staff of the service."""

    pool = models.OneToOneField(RatingPool, models.PROTECT, related_name="kept_by")
    club = models.ForeignKey(Club, models.PROTECT, related_name="pools_kept")

    def __str__(self) -> str:
        return f"{self.pool} of {self.club}"


class Admission(Fact):
    """Whether tournaments of a club may count in a pool that it does not keep; the latest holds."""

    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="admissions")
    club = models.ForeignKey(Club, models.PROTECT, related_name="admissions")
    admitted = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.club} {'may' if self.admitted else 'may not'} count in {self.pool}"
