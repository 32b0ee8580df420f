"""Lists are read by cursor: stable while rows are added, as cheap on page 1,000 as on page 1.

A list declares as `orders` in which orders it can be read: what callers name each, and the columns of which
there is an index, the last of them unique. Each is read the other way round as well.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, Func, IntegerField, Model, Q, QuerySet, Value
from django.db.models.functions import Lower
from rest_framework import exceptions, pagination, serializers
from rest_framework.utils.urls import replace_query_param

M = TypeVar("M", bound=Model)

POSITION = "position_in_list"
"""The place of a row in an order that was worked out beside the database."""

Columns = tuple[str, ...]
Orders = dict[str, Columns]

NEWEST: Orders = {"-id": ("-id",)}
OLDEST: Orders = {"id": ("id",)}
LATEST: Orders = {"-id": ("-serial",)}
"""Of facts, as are the others."""
EARLIEST: Orders = {"id": ("serial",)}
WORKED_OUT: Columns = ("place",)
"""Of rows that were worked out beside the database: as they come."""
NAME = "name_as_indexed"
BY_NAME: Orders = {"name": (NAME, "id")}
"""Of `rows_with_names`."""


def rows_in_order(rows: QuerySet[M], numbers: Sequence[int]) -> QuerySet[M]:
    """The rows of these numbers, in this order: lists are paged by it."""
    order = Value(list(numbers), output_field=ArrayField(BigIntegerField()))
    place: Any = Func(order, "pk", function="array_position", output_field=IntegerField())
    found: Any = rows.filter(pk__in=numbers).annotate(**{POSITION: place}).order_by(POSITION)
    ordered: QuerySet[M] = found
    return ordered


def rows_with_names(rows: QuerySet[M]) -> QuerySet[M]:
    """The rows with what is indexed of their names."""
    named: Any = rows.annotate(**{NAME: Lower("name")})
    found: QuerySet[M] = named
    return found


class Order(NamedTuple):
    """`name`: as callers have it; empty for the best first."""

    name: str
    columns: Columns

    @property
    def reversed(self) -> "Order":
        return Order(other_way(self.name), tuple(map(other_way, self.columns)))


class Cursor(NamedTuple):
    """From where on a list is read: the position of the row before, or an end of it where there is none."""

    order: str
    backwards: bool = False
    position: list[str] | None = None


class CursorPagination(pagination.CursorPagination):
    """In the first order that the view declares, unless another is asked for; the best first of a search.

    `?page_size=` up to 200, `?ordering=`. Rows that were worked out beside the database are read by place.
    """

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering_query_param = "ordering"
    orders = NEWEST

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for each in parameters:
            if each["name"] == self.page_size_query_param:
                each["schema"] = {"type": "integer", "minimum": 1, "default": self.page_size}
                each["description"] = (
                    f"Rows of a page. More than {self.max_page_size} is taken for that many."
                )
        return [*parameters, self.describe_ordering(view)]

    def describe_ordering(self, view: Any) -> dict[str, Any]:
        names = [*self.known_orders(view)]
        filters = getattr(getattr(view, "filterset_class", None), "base_filters", {})
        usual = f"`{names[0]}`" + (", of what `search` finds the best first" if "search" in filters else "")
        return {
            "name": self.ordering_query_param,
            "required": False,
            "in": "query",
            "description": f"The order of the rows; `-` reads it downwards. Without it {usual}.",
            # A default would be sent by generated clients, and undo what `search` finds first.
            "schema": {"type": "string", "enum": names, "x-enum-varnames": [*map(order_word, names)]},
        }

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

    def known_orders(self, view: Any) -> dict[str, Columns]:
        """Those that the view declares, each followed by its reverse."""
        declared = [Order(*each) for each in getattr(view, "orders", self.orders).items()]
        return dict(found for order in declared for found in (order, order.reversed))

    def order_asked(self, request: Any, rows: Any, view: Any) -> Order:
        """Raises ValidationError."""
        asked = request.query_params.get(self.ordering_query_param, "")
        if asked == "" and isinstance(rows, QuerySet) and POSITION in rows.query.annotations:
            return Order("", (POSITION,))
        known = self.known_orders(view)
        if asked == "":
            asked = next(iter(known))
        elif asked not in known:
            choice = serializers.ChoiceField(choices=[*known])
            self.run_validation(self.ordering_query_param, choice, asked)
        return Order(asked, known[asked])

    def get_page_size(self, request: Any) -> int:
        asked = request.query_params.get(self.page_size_query_param, "")
        if asked == "":
            return self.page_size
        number: int = self.run_validation(
            self.page_size_query_param, serializers.IntegerField(min_value=1), asked
        )
        return min(number, self.max_page_size)

    def run_validation(self, name: str, field: serializers.Field[Any, Any, Any, Any], asked: str) -> Any:
        """What a parameter says. Raises ValidationError."""
        try:
            return field.run_validation(asked)
        except exceptions.ValidationError as wrong:
            raise exceptions.ValidationError({name: wrong.detail}) from None

    def paginate_queryset(self, rows: Any, request: Any, view: Any = None) -> list[Any]:
        """Raises ValidationError, NotFound."""
        size, order = self.get_page_size(request), self.order_asked(request, rows, view)
        cursor = self.cursor_sent(request) or Cursor(order.name)
        if cursor.order != order.name:
            raise exceptions.NotFound(self.invalid_cursor_message)
        columns = order.reversed.columns if cursor.backwards else order.columns
        try:
            found = rows_behind(rows, columns, cursor.position, size + 1)
        except (ValueError, ValidationError):
            # A cursor made by hand whose position is no value of the column.
            raise exceptions.NotFound(self.invalid_cursor_message) from None
        page, more, came = found.rows[:size], len(found.rows) > size, cursor.position is not None
        # Of a page without rows nothing is left to begin at but the end of the list.
        first, last = (found.position(0), found.position(len(page) - 1)) if page else (None, None)
        before, behind = came, more
        if cursor.backwards:
            page.reverse()
            first, last, before, behind = last, first, more, came
        self.previous = self.page_address(request, Cursor(order.name, True, first)) if before else None
        self.next = self.page_address(request, Cursor(order.name, False, last)) if behind else None
        return page

    def get_next_link(self) -> str | None:
        return self.next

    def get_previous_link(self) -> str | None:
        return self.previous

    def page_address(self, request: Any, cursor: Cursor) -> str:
        text = urlsafe_b64encode(json.dumps(cursor, separators=(",", ":")).encode()).decode()
        return replace_query_param(request.build_absolute_uri(), self.cursor_query_param, text)

    def cursor_sent(self, request: Any) -> Cursor | None:
        """Raises NotFound."""
        text = request.query_params.get(self.cursor_query_param)
        if text is None:
            return None
        try:
            cursor = Cursor(*json.loads(urlsafe_b64decode(text.encode("ascii"))))
        except (TypeError, ValueError, RecursionError):
            raise exceptions.NotFound(self.invalid_cursor_message) from None
        values = [] if cursor.position is None else cursor.position
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise exceptions.NotFound(self.invalid_cursor_message)
        return cursor


class Found(NamedTuple):
    """Rows, and the position of the one at an index."""

    rows: list[Any]
    position: Callable[[int], list[str]]


@runtime_checkable
class OrderedRows(Protocol):
    """Rows that are read by a statement of their own."""

    def behind(self, columns: Columns, position: Sequence[str] | None, count: int) -> Sequence[Any]:
        """The first rows behind a position. Raises ValueError."""
        raise NotImplementedError


def rows_behind(rows: Any, columns: Columns, position: list[str] | None, count: int) -> Found:
    """The first rows behind a position. Raises ValueError, ValidationError."""
    if isinstance(rows, Sequence):
        return rows_by_place(rows, columns, position, count)
    if isinstance(rows, OrderedRows):
        found = [*rows.behind(columns, position, count)]
    else:
        ordered: Any = rows.order_by(*columns)
        found = [*(ordered if position is None else ordered.filter(behind(columns, position)))[:count]]
    names = [column.lstrip("-") for column in columns]
    return Found(found, lambda at: [str(value_of(found[at], name)) for name in names])


def rows_by_place(rows: Sequence[Any], columns: Columns, position: list[str] | None, count: int) -> Found:
    """The same of rows that were worked out: to those, more are added at the end. Raises ValueError."""
    downwards, end = columns[0].startswith("-"), len(rows)
    if position is None:
        place = end if downwards else -1
    else:
        (place,) = map(int, position)
    places = range(min(place, end) - 1, -1, -1) if downwards else range(max(place + 1, 0), end)
    return Found([rows[each] for each in places[:count]], lambda at: [str(places[at])])


def behind(columns: Columns, position: Sequence[str]) -> Q:
    """What comes behind a position: the first column lies behind, or is the same and the next lies behind.

    Raises ValueError.
    """
    found = Q()
    for column, value in reversed([*zip(columns, position, strict=True)]):
        name, way = column.lstrip("-"), "lt" if column.startswith("-") else "gt"
        further = Q(**{f"{name}__{way}": value})
        # The bound stands alone as well: an index knows no alternatives.
        found = Q(**{f"{name}__{way}e": value}) & (further | found) if found else further
    return found


def value_of(row: Any, name: str) -> Any:
    return row[name] if isinstance(row, Mapping) else getattr(row, name)


def other_way(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"


def order_word(name: str) -> str:
    """What a generated client calls an order."""
    return f"{name.lstrip('-').upper()}_{'DESCENDING' if name.startswith('-') else 'ASCENDING'}"
