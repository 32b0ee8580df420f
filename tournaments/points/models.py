"""How heavy an event weighs in master points."""

from django.db import models

from matches.facts.models import Fact
from tournaments.events.models import Tournament

from .rules import DivisionLevel, Weights


class EventWeight(Fact):
    """What the master points of a tournament are multiplied with, from now on; the latest counts."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="weights")
    weight = models.FloatField()
    level = models.CharField(max_length=16, choices=[(level.value, level.value) for level in DivisionLevel])
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(weight__gt=0), name="event_weighs_something"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} weighs {self.weight:g}, {self.level}"

    @property
    def as_weights(self) -> Weights:
        """As the arithmetic takes it."""
        return Weights(self.weight, DivisionLevel(self.level))
