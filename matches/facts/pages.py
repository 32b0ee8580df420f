"""A page of everything that happened."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.base.pages import PER_PAGE
from matches.facts.selectors import DescribedFact, fact_list


def facts_page(request: HttpRequest, template: str, subject: Model) -> HttpResponse:
    """Everything that was recorded about a match, a player, a tournament; the first fact first."""
    # No queryset, but counted and sliced like one.
    facts: Any = fact_list(request.user, subject)
    page: Page[DescribedFact] = Paginator(facts, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"subject": subject, "page": page})
