"""Rows in an order that was worked out beside the database."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import Func, IntegerField, Model, QuerySet, Value

M = TypeVar("M", bound=Model)

POSITION = "position_in_list"


def rows_in_order(rows: QuerySet[M], numbers: Sequence[int]) -> QuerySet[M]:
    """The rows of these numbers, in this order, each with its place: lists are paged by it."""
    place: Any = Func(Value(list(numbers)), "pk", function="array_position", output_field=IntegerField())
    found: QuerySet[M] = rows.filter(pk__in=numbers).annotate(**{POSITION: place}).order_by(POSITION)
    return found
