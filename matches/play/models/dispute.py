"""What is said about reports and decided about matches: answers, undos, rulings, appeals, votes."""

from typing import Any

from django.db import models

from matches.accounts.models import User
from matches.facts.models import Fact
from matches.play.rules.results import KINDS

from .match import Match, Report, Side


class Answer(Fact):
    """What the other side says to a report: that it is so, or that it is not."""

    report = models.ForeignKey(Report, models.PROTECT, related_name="answers")
    side = models.PositiveSmallIntegerField(choices=Side.choices)
    agrees = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["report", "side", "agrees"], name="answer_once_per_side"),
            models.CheckConstraint(
                condition=models.Q(agrees=True) | ~models.Q(reason=""), name="answer_objection_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{'agrees with' if self.agrees else 'objects to'} {self.report}"


class ReportUndos(models.QuerySet["ReportUndo"]):
    def in_force(self) -> "ReportUndos":
        """Those by which a report is undone: that undo no other, and were not undone."""
        return self.filter(undoes=None, undone_by=None)


class ReportUndo(Fact):
    """An official takes the report of an official back: the match is what it was without it.

    One with `undoes` takes that back, and the report counts again.
    """

    report = models.ForeignKey(Report, models.PROTECT, related_name="undos")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")

    objects = ReportUndos.as_manager()

    def __str__(self) -> str:
        return f"{self.report} {'undone' if self.undoes_id is None else 'brought back'}"


class OfficialResult(models.Model):
    """What an official decides a match to be."""

    kind = models.CharField(max_length=32, choices=KINDS)
    winner = models.PositiveSmallIntegerField(choices=Side.choices, null=True)
    points_one = models.PositiveSmallIntegerField(default=0)
    points_two = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def result_fields(self) -> dict[str, Any]:
        """What it decides, in the names of its fields: equal for votes that agree."""
        return {name: getattr(self, name) for name in ("kind", "winner", "points_one", "points_two")}


class Ruling(Fact, OfficialResult):
    """Decides a match, whatever was reported; on a match that was final it is a correction.

    A ruling with `undoes` takes that ruling back: the match is what it was without it. It has the same
    outcome, which counts for nothing, and can be undone itself.
    """

    class Grounds(models.TextChoices):
        DIRECTOR = "director"
        COMMITTEE = "committee"  # on appeal
        STAFF = "staff"  # on appeal, where no committee decides
        WITHDRAWAL = "withdrawal"  # the loser has left the tournament
        LATENESS = "lateness"  # so late that the match is lost
        OVERDUE = "overdue"  # not played by its date

    ON_APPEAL = (Grounds.COMMITTEE, Grounds.STAFF)

    match = models.ForeignKey(Match, models.PROTECT, related_name="rulings")
    grounds = models.CharField(max_length=16, choices=Grounds.choices)
    reason = models.CharField(max_length=500)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    appeal = models.ForeignKey("Appeal", models.PROTECT, null=True, related_name="rulings")

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="ruling_has_reason"),
        ]

    def __str__(self) -> str:
        return f"ruling {self.pk} on match {self.match_id}: {self.kind}"


class Appeal(Fact):
    """A side asks for a committee to decide again what a ruling decided."""

    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="appealed_by")
    side = models.PositiveSmallIntegerField(choices=Side.choices)
    reason = models.CharField(max_length=500)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="appeal_has_reason"),
        ]

    def __str__(self) -> str:
        return f"appeal against {self.ruling}"


SEAT = "seat"
"""The kind of invitation to sit on a committee."""


class Seat(Fact):
    """A seat on the committee that decides an appeal."""

    appeal = models.ForeignKey(Appeal, models.PROTECT, related_name="seats")
    member = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta(Fact.Meta):
        constraints = [models.UniqueConstraint(fields=["appeal", "member"], name="seat_once_per_member")]

    def __str__(self) -> str:
        return f"{self.member} on {self.appeal}"


class Vote(Fact, OfficialResult):
    """How a member of the committee decides; the latest of a member counts until there is a majority."""

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="votes")
    reason = models.CharField(max_length=500)

    class Meta(Fact.Meta):
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="vote_has_reason")]

    def __str__(self) -> str:
        return f"vote of {self.seat}: {self.kind}"
