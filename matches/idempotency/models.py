"""Answers of requests that may be sent again."""

from django.db import models
from django.utils import timezone


class KeptAnswer(models.Model):
    """What a request with an `Idempotency-Key` was answered, written in the transaction of its effect.

    Read with the key alone (`rules.sealing`). Kept for a day.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    sealed = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="kept_answer_age")]

    def __str__(self) -> str:
        return f"{self.digest[:8]} ({self.created_at:%Y-%m-%d %H:%M})"
