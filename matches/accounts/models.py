"""Logins, the tokens of their programs, and codes for who forgot the password."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .rules.reach import Place
from .rules.usernames import has_other_characters, mixes_scripts, username_as_stored, username_skeleton

if TYPE_CHECKING:
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField

# Between a skeleton and a number, where names were given away before they were compared: in no name.
TWIN = " "


class SkeletonField(TextField):
    """The skeleton of the username beside it, written with every row, however that is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        skeleton = username_skeleton(getattr(model_instance, "username", ""))
        kept: str = getattr(model_instance, self.attname)
        if kept.partition(TWIN)[0] != skeleton:
            setattr(model_instance, self.attname, skeleton)
        return str(getattr(model_instance, self.attname))


class User(AbstractUser):
    """A login. A player may have one or none; a director needs one.

    email: the primary address, empty for none; `EmailAddress` of allauth holds what is known of it.
    email_confirmed_at: since when that address has been confirmed as this login's; None if it is not.
    time_zone: an IANA name, in which times are said to them; empty for the browser's.
    language: in which mails are written to them, the one they last chose; empty for the service's.
    service_name, service_of: of a service account's login, its name and its club's; empty for people.
    """

    # What a name is made of grows longer where one character looks like several.
    username_skeleton = SkeletonField(max_length=600, editable=False, default="")
    email_confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    service_name = models.CharField(max_length=80, blank=True, editable=False)
    service_of = models.CharField(max_length=80, blank=True, editable=False)
    time_zone = models.CharField(max_length=64, blank=True)
    language = models.CharField(max_length=10, blank=True)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_once"),
            models.UniqueConstraint(fields=["username_skeleton"], name="user_name_not_alike"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def is_service(self) -> bool:
        """Whether a program stands behind it alone: it never logs in."""
        return bool(self.service_name)

    @property
    def mail_language(self) -> str:
        """In which language they are written to."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    @property
    def shown_name(self) -> str:
        """What it is called wherever somebody reads who did something."""
        if not self.is_service:
            return self.username
        shown = _("%(name)s (service account of %(club)s)")
        return str(shown) % {"name": self.service_name, "club": self.service_of}

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "username_skeleton"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def clean(self) -> None:
        """For the admin site's forms: what `username_checked` refuses elsewhere."""
        super().clean()
        self.username = username_as_stored(self.username)
        if has_other_characters(self.username) or mixes_scripts(self.username):
            raise ValidationError(
                {"username": _("A username has letters of one script, digits and @ . + - _ only.")}
            )
        alike = User.objects.filter(username_skeleton=username_skeleton(self.username)).exclude(pk=self.pk)
        if alike.exists():
            raise ValidationError({"username": _("That username is taken, or looks like one that is.")})


class Token(models.Model):
    """A bearer token of the API: shown once, kept as its SHA-256, limited to its scopes.

    place, place_number: the one club or tournament it is limited to; ""
        and None for all that the login may do.
    last_used_from: the network of its last use, not the address.
    """

    class Scope(models.TextChoices):
        READ = "read"
        REPORT = "report"
        ENTER = "enter"
        DIRECT = "direct"
        ACCOUNT = "account"

    class Limit(models.TextChoices):
        CLUB = "club"
        TOURNAMENT = "tournament"

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    last_used_from = models.CharField(max_length=64, blank=True)
    place = models.CharField(max_length=16, choices=Limit.choices, blank=True)
    place_number = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(place="", place_number=None)
                | (~models.Q(place="") & models.Q(place_number__isnull=False)),
                name="token_place_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"

    @property
    def limited_to(self) -> Place | None:
        """What it is limited to; None for everything that the login may do."""
        return None if self.place_number is None else (str(self.place), self.place_number)


class ServiceUse(models.Model):
    """What a service account's token did in an hour: the same operation on the same thing is counted.

    operation: method and route. subject: the address that was asked for. outcome: the status of the answer.
    address: the network it came from. Kept for 90 days.
    """

    login = models.ForeignKey(User, models.CASCADE, related_name="service_uses")
    token_prefix = models.CharField(max_length=12)
    hour = models.DateTimeField()
    operation = models.CharField(max_length=160)
    subject = models.CharField(max_length=200)
    outcome = models.PositiveSmallIntegerField()
    address = models.CharField(max_length=64)
    count = models.PositiveIntegerField(default=1)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["login", "hour", "token_prefix", "operation", "subject", "outcome", "address"],
                name="service_use_counted",
            ),
        ]
        indexes = [models.Index(fields=["last_at"], name="service_use_age")]

    def __str__(self) -> str:
        return f"{self.operation} {self.outcome}"


class ResetCode(models.Model):
    """A code that sets a new password, once: shown to who issued it, kept as its SHA-256. One per login."""

    user = models.OneToOneField(User, models.CASCADE, related_name="reset_code")
    digest = models.CharField(max_length=64)
    issued_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user} ({self.expires_at:%Y-%m-%d %H:%M})"
