"""Lists are read by cursor: stable while rows are added, as cheap on page 1,000 as on page 1."""

from rest_framework import pagination


class CursorPagination(pagination.CursorPagination):
    """Newest first unless the view says otherwise; `?page_size=` up to 200."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-id"

    def get_ordering(self, request, queryset, view):  # type: ignore[no-untyped-def]
        return (getattr(view, "ordering", self.ordering),)
