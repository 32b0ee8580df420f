"""Directories of rows that have but their own names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise

from matches.accounts.permissions import Caller
from matches.base.api.pagination import rows_in_order
from matches.hooks import Directory, SearchHit
from matches.search.selectors import rows_found


@dataclass(frozen=True, slots=True)
class RowDirectory(Directory):
    """Rows that are found by their `search_key`.

    rows: those that somebody may find, with what `detail` shows of each. page: the name of their addresses.
    """

    kind: str
    title: "str | Promise"
    page: str
    rows: Callable[[Caller], QuerySet[Any]]
    detail: Callable[[Any], str]

    def search(self, viewer: Caller, text: str, most: int, club: int | None) -> Sequence[SearchHit]:
        """Two to four queries."""
        rows = self.rows(viewer)
        numbers = rows_found(rows, text, most=most)
        return [
            SearchHit(row.pk, str(row), self.detail(row), reverse(self.page, args=[row.pk]))
            for row in (rows_in_order(rows, numbers) if numbers else ())
        ]
