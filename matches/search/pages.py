"""What is found by name, on a page of its own and while it is typed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from matches.base.names import tidy_name
from matches.hooks import SearchHit, directories

from .selectors import TEXT_MAX

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
