"""Rating pools of clubs, and the clubs that are sanctioned for a rating pool."""

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


class Sanction(Fact):
    """A club is sanctioned for a rating pool, or is so no more: of what was finalised at `since` or later.

    Of each moment the latest that reaches it holds. One without a rating pool is for those of everybody,
    which have their clubs in common.
    """

    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, null=True, related_name="sanctions")
    club = models.ForeignKey(Club, models.PROTECT, related_name="sanctions")
    sanctioned = models.BooleanField()
    since = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["club", "rating_pool", "-serial"], name="sanction_of_club")]

    def __str__(self) -> str:
        word = "sanctioned" if self.sanctioned else "not sanctioned"
        return f"{self.club} {word} for {self.rating_pool or 'everybody'}"
