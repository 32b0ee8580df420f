"""What happens around the board: when a match is to be played, penalty points, the games as they end."""

from django.db import models

from matches.facts.models import Fact

from .match import Match, Side


class Schedule(Fact):
    """When a match starts and by when it must be played; the latest stands."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="schedules")
    starts_at = models.DateTimeField(null=True)
    play_by = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"schedule of match {self.match_id}"


class Penalty(Fact):
    """Penalty points: they stand in the opponent's score before the first game.

    The latest penalty of a side for a cause stands; 0 points take it back.
    """

    class Cause(models.TextChoices):
        LATENESS = "lateness"
        CONDUCT = "conduct"

    match = models.ForeignKey(Match, models.PROTECT, related_name="penalties")
    # Who is penalised; the other side has the points.
    side = models.PositiveSmallIntegerField(choices=Side.choices)
    cause = models.CharField(max_length=16, choices=Cause.choices)
    points = models.PositiveSmallIntegerField()
    # For lateness, how late: what the points were worked out from.
    minutes = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=500)

    class Meta(Fact.Meta):
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="penalty_has_reason")]

    def __str__(self) -> str:
        return f"{self.points} penalty points in match {self.match_id}"


class LiveGame(Fact):
    """A game of a match that is being played, recorded when it ended; or that the last one is taken back."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="live_games")
    number = models.PositiveSmallIntegerField()
    taken_back = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(choices=Side.choices, null=True)
    points = models.PositiveSmallIntegerField(default=0)
    cube = models.PositiveIntegerField(default=1)
    ending = models.CharField(max_length=16, blank=True)

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"


class Reminder(Fact):
    """A side was reminded of what the match waits for."""

    class About(models.TextChoices):
        ANSWER = "answer"  # the other side's report
        PLAY = "play"  # the date by which to play

    match = models.ForeignKey(Match, models.PROTECT, related_name="reminders")
    side = models.PositiveSmallIntegerField(choices=Side.choices)
    about = models.CharField(max_length=16, choices=About.choices)
    # The moment it is about.
    due_at = models.DateTimeField()

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "about", "due_at"], name="reminder_once"),
        ]

    def __str__(self) -> str:
        return f"reminder of match {self.match_id}"
