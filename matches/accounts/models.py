"""Logins, and the tokens of their programs."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class User(AbstractUser):
    """A login. A player may have one or none; a director needs one."""

    # Since when the address in force has been confirmed as this login's.
    email_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_once")]


class Token(models.Model):
    """A bearer token of the API: shown once, kept as its SHA-256, limited to its scopes."""

    class Scope(models.TextChoices):
        READ = "read"
        REPORT = "report"
        DIRECT = "direct"

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
