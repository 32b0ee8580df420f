"""Facts, rows that are written once and never edited or deleted; and the versions of what they are about."""

from collections.abc import Iterable
from typing import Any, Self

import pgtrigger
import structlog
from django.conf import settings
from django.db import models
from django.db.models.signals import post_save
from django.utils import timezone

from matches.accounts.permissions import outside_token
from matches.accounts.rules.reach import current_reach


def current_request_id() -> str:
    """The id of the HTTP request being answered, or nothing in a worker or a command."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


class NextSerial(models.Func):
    """The next number of the sequence that all facts share."""

    function = "nextval"
    template = "nextval('fact_serial')"
    output_field = models.BigIntegerField()


class Fact(models.Model):
    """Something that happened: who recorded it, when, and in which request.

    The database itself refuses to update or delete the row, whatever code or console asks. `serial` orders
    facts of every kind: of two about the same match or tournament, written under its lock, the later has the
    greater.
    """

    serial = models.BigIntegerField(unique=True, editable=False, db_default=NextSerial())
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+"
    )
    request_id = models.CharField(max_length=64, default=current_request_id, blank=True, editable=False)

    class Meta:
        abstract = True
        triggers = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises OutsideToken where the token of the request reaches nothing that was asked about.

        Every service asks for a role first; one that forgot writes nothing for a token that is limited.
        """
        check_within_token()
        super().save(*args, **kwargs)

    @classmethod
    def record_all(cls, facts: Iterable[Self], *, ignore_conflicts: bool = False) -> list[Self]:
        """Write several facts at once, in their order: one query. Raises OutsideToken as well.

        ignore_conflicts: leave out those that the database refuses as being there already.
        """
        recorded = [*facts]
        if recorded:
            check_within_token()
        made = cls._default_manager.bulk_create(recorded, ignore_conflicts=ignore_conflicts)
        notify_saved(made)
        return made


def notify_saved(rows: Iterable[models.Model]) -> None:
    """Say of rows that were written at once what Django says of each that is saved by itself."""
    for row in rows:
        post_save.send(type(row), instance=row, created=True, raw=False, using=row._state.db)


def check_within_token() -> None:
    """Raises OutsideToken."""
    reach = current_reach()
    if reach is not None and reach.is_outside:
        raise outside_token(reach)


class Version(models.Model):
    """How often what is shown of a subject has changed: a number that grows, and is never given again."""

    pk = models.CompositePrimaryKey("kind", "subject")
    kind = models.CharField(max_length=20)
    subject = models.BigIntegerField()
    number = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.kind}-{self.subject} {self.number}"


class Change(models.Model):
    """Through which parts a subject came to have a version, for who has missed it. Kept for a day.

    parts: kind, subject and version of each; None where more of it changed than those.
    """

    kind = models.CharField(max_length=20)
    subject = models.BigIntegerField()
    number = models.BigIntegerField()
    parts = models.JSONField(null=True)
    raised_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "subject", "number"], name="change_of_subject")]

    def __str__(self) -> str:
        return f"{self.kind}-{self.subject} {self.number}"
