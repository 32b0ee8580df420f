"""What an event, a club, a rating pool announces; and the base of facts by which somebody changes it."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django.db import models

from matches.facts.models import Fact
from matches.pictures.models import Picture

ALT_MAX = 200
"""How long the words of a picture are at most."""


class Presented(models.Model):
    """A text, a picture, whom to ask; and whether it was removed: shown to nobody, and it can be put back.

    text: Markdown. picture_alt: what the picture shows, in words. contact: may be a person's.
    """

    text = models.TextField(max_length=10_000, blank=True)
    picture = models.ForeignKey(Picture, models.PROTECT, null=True, blank=True, related_name="+")
    picture_alt = models.CharField(max_length=ALT_MAX, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    removed = models.BooleanField(default=False)

    class Meta:
        abstract = True


class Edit(Fact):
    """Columns of a row were given other values; the row holds what stands.

    `changes` has, by the name of the column, the value before and the value after, as an export has them.
    `undoes` is the edit that this one takes back.
    """

    SUBJECT: ClassVar[str]
    """The name of the key to the row, which each kind of edit has."""

    UNTRACED: ClassVar[Collection[str]] = ("contact",)
    """Columns that are changed and leave no trace of what they were: they may be a person's."""

    edited_rows: Mapping[type[models.Model], Mapping[int, models.Model]] = {}
    """What columns named before or after, by number, where a list has loaded it: `facts.edited_rows_load`."""

    changes = models.JSONField()
    reason = models.CharField(max_length=500, blank=True)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone")

    class Meta(Fact.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{', '.join(self.changes)} of {self.subject}"

    @property
    def subject(self) -> Any:
        return getattr(self, self.SUBJECT)

    @classmethod
    def subject_column(cls, name: str) -> Any:
        """A column of the rows that this kind of edit changes."""
        key: Any = cls._meta.get_field(cls.SUBJECT)
        return key.related_model._meta.get_field(name)
