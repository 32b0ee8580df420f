"""Notices: what people are to be told of, to whom each goes by which way, and how each wants it."""

from datetime import time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.mails.models import Mail

from .rules.timing import Habits

# The kinds of work: find out whom a notice goes to, subject its number; send what is due to a login.
NOTICE_SPREAD = "matches.notice_spread"
NOTICES_DELIVER = "matches.notices_deliver"


class Notice(models.Model):
    """Something happened that people are told of, written in the transaction in which it did.

    kind: the code of a `NoticeKind`. subject: the number of what it is about. occasion: which time it was,
    such as the number of the report: one notice per kind, subject and occasion, however often it is posted.
    data: what the kind needs besides, plain JSON. actor: who gave rise to it, and is not told.
    due_at: not before; None for at once. spread_at: when a worker found out whom it goes to.
    """

    kind = models.CharField(max_length=40)
    subject = models.BigIntegerField()
    occasion = models.CharField(max_length=80, blank=True)
    data = models.JSONField(default=dict)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True)
    spread_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject", "occasion"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(spread_at=None), name="notice_to_spread"),
            models.Index(fields=["created_at"], name="notice_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.occasion}".rstrip()


class Delivery(models.Model):
    """A notice on one of its ways to a login: each has one row, which is closed with its effect.

    due_at: when it goes, by the habits of the login. mail: the one that carries it, while it is on its way.
    read_at: when the login has seen it in the list; of the way `page` alone.
    """

    class Channel(models.TextChoices):
        PAGE = "page"  # the list of notices: there at once
        MAIL = "mail"
        PUSH = "push"

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        NEEDLESS = "needless"  # over by the time it would have gone out
        REFUSED = "refused"  # the server will never take it
        GIVEN_UP = "given_up"  # the server was away for too long

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    login = models.ForeignKey(User, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=8, choices=Channel.choices)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)
    mail = models.ForeignKey(Mail, models.SET_NULL, null=True, related_name="deliveries")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "login", "channel"], name="delivery_once"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="delivery_due"),
            models.Index(fields=["login", "channel", "-id"], name="delivery_of_login"),
            models.Index(
                fields=["login"],
                condition=models.Q(channel="page", read_at=None),
                name="delivery_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice} to {self.login} by {self.channel}"


class NoticeSettings(models.Model):
    """How a login wants to be told; who has no row has chosen nothing.

    choices: {kind: {channel: whether}}, where it is not as the kind has it. mails: whether any notice is
    mailed at all. quiet_from, quiet_to: the hours of the night in the zone of the login; none where they are
    equal. urgent_at_night: whether what is urgent comes then all the same. daily: one mail in the morning.
    """

    login = models.OneToOneField(User, models.CASCADE, related_name="notice_settings")
    choices = models.JSONField(default=dict)
    mails = models.BooleanField(default=True)
    quiet_from = models.TimeField(default=time(22, 0))
    quiet_to = models.TimeField(default=time(7, 0))
    urgent_at_night = models.BooleanField(default=True)
    daily = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"notices of {self.login}"

    @property
    def habits(self) -> Habits:
        """The hours of the login, as the rules take them."""
        return Habits(
            zone=ZoneInfo(self.login.time_zone or settings.READER_TIME_ZONE),
            quiet_from=self.quiet_from,
            quiet_to=self.quiet_to,
            urgent_at_night=self.urgent_at_night,
            daily=self.daily,
        )


class PushSubscription(models.Model):
    """A browser that a login has allowed to show notices: where its push service takes them, and its keys."""

    login = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000, unique=True)
    public_key = models.CharField(max_length=120)
    secret = models.CharField(max_length=60)
    device = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.device} of {self.login}"
