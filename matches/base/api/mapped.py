"""Lists that are answered from columns: no rows of models, no serializers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import Model
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

M = TypeVar("M", bound=Model)


class MappedListView(generics.ListAPIView[M]):
    """A list whose serializer only describes it: filtered, ordered and paged like any other.

    columns: what is read of the rows of a page, beside what they are ordered by.
    """

    columns: Sequence[str] = ("id",)

    def mappings(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
        """The rows of a page as they are answered, in their order."""
        raise NotImplementedError

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        rows: Any = self.filter_queryset(self.get_queryset())
        pages: Any = self.paginator
        order = (name.lstrip("-") for name in pages.order_asked(request, rows, self).columns)
        page: Any = self.paginate_queryset(rows.values(*{*self.columns, *order}))
        return self.get_paginated_response([*self.mappings(page)])
