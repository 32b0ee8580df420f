"""Lists are read by cursor: stable while rows are added, as cheap on page 1,000 as on page 1."""

from typing import Any

from django.core.exceptions import ValidationError
from rest_framework import pagination
from rest_framework.exceptions import NotFound


class CursorPagination(pagination.CursorPagination):
    """Newest first unless the view names its `ordering`; `?page_size=` up to 200."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("-id",)

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        return getattr(view, "ordering", self.ordering)

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().paginate_queryset(*args, **kwargs)
        except (ValueError, ValidationError):
            # A cursor made by hand whose position is no value of the column.
            raise NotFound(self.invalid_cursor_message) from None
