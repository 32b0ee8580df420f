"""Rows by their numbers: as one parameter, where one for each takes the longer the more there are."""

from collections.abc import Collection
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, BooleanField, F, Func, Value


def is_one_of(column: str, numbers: Collection[int]) -> Any:
    """The condition on a column to hold one of the numbers."""
    return Func(
        F(column),
        Value(list(numbers), output_field=ArrayField(BigIntegerField())),
        template="%(expressions)s)",
        arg_joiner=" = ANY(",
        output_field=BooleanField(),
    )
