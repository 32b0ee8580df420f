"""Work that is due, and the signs of life of those who do it."""

from django.db import models
from django.utils import timezone


class Outbox(models.Model):
    """Something a worker still has to look at: a kind of work and the number of its subject.

    The row is written in the transaction of the fact that set it off and deleted in the
    transaction of the effect; while it exists the work is due. There is one row per pair: asking
    again raises `generation`, so that a worker that had already read the facts does not
    close what it has not seen.

    `attempts` counts the messages since it was asked for, `failures` the times that a worker could not carry
    it out, for the reason in `error`. After so many it is a dead letter: set aside, and sent no more.
    """

    kind = models.CharField(max_length=40)
    subject = models.BigIntegerField()
    generation = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    enqueued_at = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    error = models.TextField(default="", db_default="", blank=True)
    set_aside_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="outbox_one_open")]
        indexes = [
            models.Index(
                fields=["enqueued_at"], name="outbox_due", condition=models.Q(set_aside_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @property
    def error_line(self) -> str:
        """The last line of the error, which says what it was."""
        return self.error.strip().rpartition("\n")[2]


class SweepPosition(models.Model):
    """How far a sweep has come that goes through its rows slice by slice: the number of the last."""

    name = models.CharField(max_length=40, primary_key=True)
    after = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.after}"


class Heartbeat(models.Model):
    """When a process last proved that it works; `queues` says what a worker takes from, in words."""

    name = models.CharField(max_length=200, primary_key=True)
    at = models.DateTimeField()
    queues = models.CharField(max_length=100, default="", db_default="", blank=True)

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
