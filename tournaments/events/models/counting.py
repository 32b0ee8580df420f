"""Which rating pools a club keeps, which it is admitted to, and in which its tournaments count."""

from django.db import models

from matches.models import Fact, RatingPool

from .club import Club
from .tournament import Tournament


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


class Counting(Fact):
    """Whether the matches of a tournament count in a pool; the latest holds for all of them."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="countings")
    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="countings")
    counts = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament} {'counts' if self.counts else 'does not count'} in {self.pool}"


class TournamentPool(models.Model):
    """A cache of the countings in force."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="counted_in")
    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="tournaments_counted")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "pool"], name="tournament_pool_once")]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.pool}"
