"""Webhooks: where programs of a club hear of events, and what was sent there."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.notifications.models import Notice
from tournaments.clubs.models import Club

# The kind of work: send what is due to a webhook, its subject.
WEBHOOK_SEND = "tournaments.webhook_send"

ANSWER_KEPT = 1024
URL_MAX = 500


class Webhook(models.Model):
    """An address at which a program of a club hears of its events.

    types: of events that it wants; all, where there are none. secret, secret_before: sealed; both sign until
    `before_until`. pause_cause: why it is paused. failing_since: the first failure since something was
    delivered. silences: how often in a row it has not answered; `rests_until` then, whatever is due.
    """

    class State(models.TextChoices):
        ACTIVE = "active"
        PAUSED = "paused"

    class PauseCause(models.TextChoices):
        BY_HAND = "by_hand"
        FAILING = "failing"  # for days
        GONE = "gone"  # it has answered 410
        SECRET_LOST = "secret_lost"  # sealed with another key of the service

    club = models.ForeignKey(Club, models.PROTECT, related_name="webhooks")
    url = models.CharField(max_length=URL_MAX)
    types = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.ACTIVE)
    pause_cause = models.CharField(max_length=16, choices=PauseCause.choices, blank=True)
    secret = models.BinaryField()
    secret_before = models.BinaryField(null=True)
    before_until = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    silences = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="webhooks")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.url} of {self.club}"

    @property
    def is_active(self) -> bool:
        return self.state == self.State.ACTIVE

    def may_be_sent(self, now: datetime) -> bool:
        """Whether anything may go there now."""
        return self.is_active and (self.rests_until is None or self.rests_until <= now)

    def wants(self, event_type: str) -> bool:
        return not self.types or event_type in self.types


class WebhookDelivery(models.Model):
    """An event on its way to a webhook: one row per notice, closed in the transaction of its effect.

    notice: None for a test. message: its `webhook-id`, the same at each attempt. data: of the event, without
    what names people, which is said anew when it is sent. wanted_at: from when its day counts. by_hand: asked
    for again; neither waits for others of its subject nor holds them up.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        GIVEN_UP = "given_up"

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    notice = models.ForeignKey(Notice, models.CASCADE, null=True, related_name="webhook_deliveries")
    message = models.CharField(max_length=64)
    type = models.CharField(max_length=80)
    subject_kind = models.CharField(max_length=40)
    subject = models.BigIntegerField()
    data = models.JSONField(default=dict)
    happened_at = models.DateTimeField()
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    created_at = models.DateTimeField(default=timezone.now)
    wanted_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    by_hand = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "notice"], name="webhook_delivery_once"),
        ]
        indexes = [
            models.Index(
                fields=["webhook", "subject_kind", "subject", "notice"],
                condition=models.Q(state="waiting"),
                name="webhook_waiting",
            ),
            models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="webhook_due"),
            models.Index(fields=["webhook", "-id"], name="webhook_log"),
            models.Index(fields=["created_at"], name="webhook_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.message} to {self.webhook}"


class WebhookAttempt(models.Model):
    """One try to deliver. status: of the answer; None where there was none, and `fault` says why.

    milliseconds: until the answer, or until it was not waited for any longer. answer: how it begins.
    """

    delivery = models.ForeignKey(WebhookDelivery, models.CASCADE, related_name="tries")
    at = models.DateTimeField()
    status = models.PositiveIntegerField(null=True)
    fault = models.CharField(max_length=16, blank=True)
    milliseconds = models.PositiveIntegerField()
    answer = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.delivery}: {self.status or self.fault}"
