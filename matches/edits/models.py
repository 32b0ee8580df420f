"""The base of facts by which somebody changes what is announced of an event, a club, a pool."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django.db import models

from matches.facts.models import Fact


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
