"""Ratings: a fold over final rated matches, kept here as a cache that can be thrown away and made again."""

from django.db import models

from matches.ratings import RATINGS

from .identity import Player
from .match import Match
from .result import Result


def system_choices() -> list[tuple[str, str]]:
    return [(system.code, system.name) for system in RATINGS.values()]


class RatingEntry(models.Model):
    """What one result did to one player's rating."""

    system = models.CharField(max_length=32, choices=system_choices, default="fibs")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_entries")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_entries")
    result = models.ForeignKey(Result, models.CASCADE, related_name="+")
    # The settlement's time: entries in order of (settled_at, match) are the player's curve.
    settled_at = models.DateTimeField()
    value_before = models.FloatField()
    value_after = models.FloatField()
    experience_before = models.PositiveIntegerField()
    experience_after = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "match", "player"], name="rating_once_per_match"),
        ]
        indexes = [
            models.Index(fields=["system", "settled_at", "match"], name="rating_in_order"),
            models.Index(fields=["player", "system", "-settled_at"], name="rating_curve"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.value_before:.2f} -> {self.value_after:.2f}"

    @property
    def change(self) -> float:
        return self.value_after - self.value_before


class RatingStanding(models.Model):
    """A player's rating now."""

    system = models.CharField(max_length=32, choices=system_choices, default="fibs")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    value = models.FloatField()
    experience = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "player"], name="rating_one_standing"),
        ]
        indexes = [models.Index(fields=["system", "-value"], name="rating_table")]

    def __str__(self) -> str:
        return f"{self.player}: {self.value:.2f}"
