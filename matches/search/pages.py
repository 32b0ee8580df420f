"""What is found by name: on a page of its own, while it is typed, and in the directory of each kind."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.accounts.permissions import Caller
from matches.base.api.pagination import rows_in_order
from matches.base.names import tidy_name
from matches.base.pages import PER_PAGE
from matches.hooks import SearchHit, directories

from .selectors import HITS_MAX, TEXT_MAX, rows_found

SHOWN, SUGGESTED = 10, 3
"""How many of each kind: on the page, and while somebody types."""


class SearchGroup(NamedTuple):
    """What was found of one kind, the best first, and what many of it are called."""

    title: str
    hits: Sequence[SearchHit]


def search_groups(request: HttpRequest, text: str, most: int) -> list[SearchGroup]:
    """What was found of each kind of which anything was."""
    if not text:
        return []
    found = [
        SearchGroup(str(directory.title), directory.search(request.user, text, most, None))
        for directory in directories()
    ]
    return [group for group in found if group.hits]


def text_searched(request: HttpRequest) -> str:
    return tidy_name(request.GET.get("q", ""))[:TEXT_MAX]


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """All that has a name like `q`, by kind."""
    text = text_searched(request)
    context = {"text": text, "groups": search_groups(request, text, SHOWN)}
    return render(request, "search/search.html", context)


@require_safe
def search_suggestions_page(request: HttpRequest) -> HttpResponse:
    """A few of each kind, for combo.js."""
    return suggestions_answer(search_groups(request, text_searched(request), SUGGESTED))


def suggestions_answer(groups: Iterable[SearchGroup]) -> HttpResponse:
    """What combo.js shows: groups of hits, each with number, name, detail and the address of its page."""
    found = [{"title": group.title, "hits": [hit._asdict() for hit in group.hits]} for group in groups]
    answer = JsonResponse({"groups": [group for group in found if group["hits"]]})
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


# -- The directory of a kind


class FinderForm(forms.Form):
    """What the rows of a directory are narrowed down to: by name here, by more in each room.

    What cannot be read narrows nothing, and its fault stands at its field.
    """

    search = forms.CharField(label=_("Name"), max_length=TEXT_MAX, required=False)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that other fields than the name leave, by `cleaned_data`."""
        return rows

    def search_rows(self, rows: QuerySet[Any], viewer: Caller, text: str) -> Sequence[int]:
        """The numbers of those that a name finds, the best first."""
        return rows_found(rows, text, most=HITS_MAX)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything was asked for."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def others(self) -> list[forms.BoundField]:
        """What it is narrowed down by beside the name."""
        return [field for field in self.visible_fields() if field.name != "search"]

    @property
    def is_narrowed_otherwise(self) -> bool:
        """Whether anything was asked for beside the name."""
        return any(self.data.get(field.name) for field in self.others)

    def found(self, rows: QuerySet[Any], viewer: Caller) -> QuerySet[Any]:
        """The rows that were asked for, in their order; those that a name finds the best first."""
        if not self.is_bound:
            return rows
        self.full_clean()
        rows = self.narrowed(rows)
        text = self.cleaned_data.get("search")
        return rows_in_order(rows, self.search_rows(rows, viewer, text)) if text else rows


def show_directory(
    request: HttpRequest,
    template: str,
    rows: QuerySet[Any],
    *,
    form: type[FinderForm] = FinderForm,
    rows_of_page: Callable[[list[Any]], list[Any]] = list,
    **context: Any,
) -> HttpResponse:
    """A page of a directory: `template` extends search/directory.html and shows the `rows` of its `page`.

    rows: all that the visitor may find. rows_of_page: makes what is shown of those on the page.
    """
    finder = form(request.GET or None)
    page = Paginator(finder.found(rows, request.user), PER_PAGE).get_page(request.GET.get("page"))
    context |= {"finder": finder, "page": page, "rows": rows_of_page(list(page))}
    return render(request, template, context)
