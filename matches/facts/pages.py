"""A page of everything that happened; and live parts that are kept while their version stands."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.base.pages import PER_PAGE
from matches.base.tags.regions import REGIONS
from matches.base.times import zones_in_force
from matches.facts.selectors import DescribedFact, fact_list
from matches.facts.versions import release


def facts_page(request: HttpRequest, template: str, subject: Model) -> HttpResponse:
    """Everything that was recorded about a match, a player, a tournament; the first fact first."""
    # No queryset, but counted and sliced like one.
    facts: Any = fact_list(request.user, subject)
    page: Page[DescribedFact] = Paginator(facts, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"subject": subject, "page": page})


KEPT_FOR = 60
"""Seconds that a live part is kept: what in it depends on the time of day is no older than that."""


def kept_live_part(
    request: HttpRequest,
    template: str,
    topic: str,
    version: int,
    context: Callable[[], dict[str, Any]],
    *,
    chosen: str | None = None,
) -> SafeString | None:
    """The live part of a page as all without a login are shown it, made once for a version.

    None where it is another for each: for logins, of what has no version, and at addresses that choose what
    is shown, unless it is said what this one chooses: `chosen`, one of not too many. context: all that the
    part is made of, asked for where it has to be made.
    """
    may_be_kept = version and REGIONS not in request.META and (chosen is not None or not request.GET)
    if request.user.is_authenticated or not may_be_kept:
        return None
    shown = (topic, version, request.build_absolute_uri(request.path), chosen)
    named = (*shown, get_language(), zones_in_force(), release())
    key = f"live-{sha256(repr(named).encode()).hexdigest()}"
    html: str | None = cache.get(key)
    if html is None:
        html = str(render_to_string(template, context(), request))
        # What is posted from there is a visitor's own.
        if "csrfmiddlewaretoken" not in html:
            cache.set(key, html, KEPT_FOR)
    return SafeString(html)
