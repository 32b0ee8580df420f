"""The dice of transcripts: a cache of the reports, filled by the worker and made again from them."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

import engine
from matches.play.models import Report


class DiceExtract(models.Model):
    """The dice of one transcript; of one that cannot be read, no game.

    `marks` are the fingerprints by which transcripts that share dice find each other.
    """

    report = models.OneToOneField(Report, models.CASCADE, related_name="dice")
    rolls = models.PositiveIntegerField()
    # Game by game, as engine.RecordDice.as_list() gives them.
    games = models.JSONField()
    marks = ArrayField(models.IntegerField())
    # Of an accepted one, both columns' turns as engine.Turns.as_dict() gives them; null where none are known.
    turns = models.JSONField(null=True)

    class Meta:
        indexes = [GinIndex(fields=["marks"], name="dice_by_mark")]

    def __str__(self) -> str:
        return f"dice of {self.report}"

    def as_engine(self) -> engine.RecordDice:
        return engine.RecordDice.from_list(self.games)


class SharedDice(models.Model):
    """Runs of equal rolls in the transcripts of two matches; the report of `one` came first.

    Short runs come about by chance: what is shown depends on how much has been compared.
    """

    one = models.ForeignKey(DiceExtract, models.CASCADE, related_name="+")
    two = models.ForeignKey(DiceExtract, models.CASCADE, related_name="shared")
    # Rolls in the longest run.
    length = models.PositiveIntegerField()
    # The longest first, as engine's Run.as_dict() gives them.
    runs = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["one", "two"], name="shared_dice_once")]
        indexes = [models.Index(fields=["-length"], name="shared_dice_longest")]

    def __str__(self) -> str:
        return f"{self.length} rolls in a row: {self.one.report} and {self.two.report}"


DICE_EXTRACT = "matches.dice_extract"
