"""Rows by their numbers: as one parameter, where one for each takes the longer the more there are."""

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, BooleanField, F, Func, IntegerField, Model, QuerySet, Value

M = TypeVar("M", bound=Model)

POSITION = "position_in_list"


def is_one_of(column: str, numbers: Collection[int]) -> Any:
    """The condition on a column to hold one of the numbers."""
    return Func(
        F(column),
        numbers_value(numbers),
        template="%(expressions)s)",
        arg_joiner=" = ANY(",
        output_field=BooleanField(),
    )


def rows_in_order(rows: QuerySet[M], numbers: Sequence[int]) -> QuerySet[M]:
    """The rows of these numbers, in this order, each with its place: lists are paged by it."""
    place: Any = Func(numbers_value(numbers), "pk", function="array_position", output_field=IntegerField())
    found: Any = rows.filter(is_one_of("pk", numbers)).annotate(**{POSITION: place}).order_by(POSITION)
    ordered: QuerySet[M] = found
    return ordered


def numbers_value(numbers: Collection[int]) -> Value:
    return Value(list(numbers), output_field=ArrayField(BigIntegerField()))
