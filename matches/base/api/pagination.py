"""Lists are read by cursor: stable while rows are added, as cheap on page 1,000 as on page 1."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, Func, IntegerField, Model, QuerySet, Value
from rest_framework import exceptions, pagination, serializers

M = TypeVar("M", bound=Model)

POSITION = "position_in_list"
"""The place of a row in an order that was worked out beside the database."""


def rows_in_order(rows: QuerySet[M], numbers: Sequence[int]) -> QuerySet[M]:
    """The rows of these numbers, in this order: lists are paged by it."""
    order = Value(list(numbers), output_field=ArrayField(BigIntegerField()))
    place: Any = Func(order, "pk", function="array_position", output_field=IntegerField())
    found: Any = rows.filter(pk__in=numbers).annotate(**{POSITION: place}).order_by(POSITION)
    ordered: QuerySet[M] = found
    return ordered


class CursorPagination(pagination.CursorPagination):
    """Newest first unless the view names its `ordering`, the best first where one searches.

    `?page_size=` up to 200.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("-id",)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for each in parameters:
            if each["name"] == self.page_size_query_param:
                each["schema"] = {"type": "integer", "minimum": 1, "default": self.page_size}
                each["description"] = (
                    f"Rows of a page. More than {self.max_page_size} is taken for that many."
                )
        return parameters

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**address, "description": "Address of the next page; null on the last."},
                "previous": {**address, "description": "Address of the page before; null on the first."},
                "results": schema,
            },
        }

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        if isinstance(queryset, QuerySet) and POSITION in queryset.query.annotations:
            return (POSITION,)
        return getattr(view, "ordering", self.ordering)

    def get_page_size(self, request: Any) -> int:
        asked = request.query_params.get(self.page_size_query_param, "")
        if asked == "":
            return self.page_size
        try:
            number: int = serializers.IntegerField(min_value=1).run_validation(asked)
        except exceptions.ValidationError as wrong:
            raise exceptions.ValidationError({self.page_size_query_param: wrong.detail}) from None
        return min(number, self.max_page_size)

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().paginate_queryset(*args, **kwargs)
        except (ValueError, ValidationError):
            # A cursor made by hand whose position is no value of the column.
            raise exceptions.NotFound(self.invalid_cursor_message) from None
