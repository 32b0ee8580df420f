"""Answers that are written row by row: NDJSON, a JSON value on each line."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from rest_framework import generics
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

NDJSON = "application/x-ndjson"
ROWS_AT_ONCE = 500


class OneType(DefaultContentNegotiation):
    """What is asked for decides of what type the answer is; refusals are problem details as everywhere."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class ExportView(generics.ListAPIView[Any]):
    """Base: every row of a list that the filters leave, the first one first.

    The rows are read by a cursor of the database while they are sent: whatever there is, it takes no more
    memory than ROWS_AT_ONCE of them.
    """

    content_negotiation_class = OneType
    throttle_rate = "export"
    pagination_class = None
    filename = ""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        rows = self.filter_queryset(self.get_queryset()).order_by("pk")
        return StreamingHttpResponse(
            self.lines_of_one_transaction(rows),
            content_type=NDJSON,
            headers={"Content-Disposition": f'attachment; filename="{self.filename}.ndjson"'},
        )

    def lines_of_one_transaction(self, rows: QuerySet[Any]) -> Iterator[bytes]:
        """A cursor that outlives its transaction is first filled by the server, with the whole list."""
        with transaction.atomic():
            yield from self.lines(rows.iterator(chunk_size=ROWS_AT_ONCE))

    def lines(self, rows: Iterable[Any]) -> Iterator[bytes]:
        encode = JSONEncoder(ensure_ascii=False).encode
        shape: Any = self.get_serializer()
        for row in rows:
            yield encode(shape.to_representation(row)).encode() + b"\n"
