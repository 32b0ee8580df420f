"""?search= of lists."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from matches.accounts.api.authentication import request_viewer
from matches.accounts.permissions import Caller
from matches.base.numbers import rows_in_order

TEXT_MAX = 120
"""How long a text is that is searched for."""

HELP = (
    "A name, or how it begins, in any capitals, accents and order of words; kana and Latin letters find each "
    "other. The best 200 that fit, the best first."
)


class SearchFilter(filters.CharFilter):
    """By name: rows in the order in which `search` finds them among those that other filters leave."""

    def __init__(self, search: Callable[[QuerySet[Any], str, Caller], Sequence[int]], **kwargs: Any) -> None:
        super().__init__(**{"help_text": HELP, "max_length": TEXT_MAX, **kwargs})
        self.search = search

    def filter(self, qs: Any, value: Any) -> Any:
        if not value:
            return qs
        return rows_in_order(qs, self.search(qs, value, request_viewer(self.parent.request)))
