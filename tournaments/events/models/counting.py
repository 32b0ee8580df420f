"""Which rating pools a club manages, which it is admitted to, and in which its tournaments count."""

from django.db import models

from matches.facts.models import Fact
from matches.ratings.models import RatingPool

from .tournament import Tournament


class Counting(Fact):
    """Whether the matches of a tournament count in a rating pool; the latest holds for all of them."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="countings")
    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="countings")
    counts = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament} {'counts' if self.counts else 'does not count'} in {self.rating_pool}"


class TournamentRatingPool(models.Model):
    """A cache of the countings in force."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="counted_in")
    rating_pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="tournaments_counted")

    class Meta:
        db_table = "tournaments_tournamentpool"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "rating_pool"], name="tournament_pool_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} in {self.rating_pool}"
