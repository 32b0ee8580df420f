"""Who people are: logins, their tokens, players and the names they play under."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class User(AbstractUser):
    """A login. A player may have one or none; a director needs one."""

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


class Player(models.Model):
    """A person who plays, with or without a login."""

    name = models.CharField(max_length=80)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
        ]
        indexes = [models.Index(Lower("name"), name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class Alias(models.Model):
    """A name a player goes by elsewhere, as it stands in transcripts.

    Two people may share one: servers do not agree on who owns a nickname.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.UniqueConstraint("player", Lower("name"), name="alias_once_per_player"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name
