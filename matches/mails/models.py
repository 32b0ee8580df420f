"""Mails that are still to be sent."""

from django.conf import settings
from django.db import models
from django.utils import timezone

# The kind of work: send what there is.
MAILS_SEND = "matches.mails_send"
EVERY_MAIL = 0


class Mail(models.Model):
    """A mail on its way: whom it is for and what it is about, by the name of its `MailKind`.

    Neither text nor link: both are made when it is sent, so no secret lies here. The row ends with that.
    language: of the reader, such as "ja". rank: which goes first, the lowest. attempts: how often a server
    has been offered it in vain.
    """

    kind = models.CharField(max_length=80)
    to = models.EmailField()
    login = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="mails")
    language = models.CharField(max_length=10)
    created_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.kind} ({self.created_at:%Y-%m-%d %H:%M})"

    @property
    def message_id(self) -> str:
        """Its Message-ID: the same whenever it is offered, so that a repeat is known for one."""
        return f"<{self.pk}.{self.created_at:%Y%m%d%H%M%S%f}@{settings.PUBLIC_HOST}>"
