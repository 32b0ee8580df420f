"""A page of everything that happened; and live parts that are kept while their version stands."""

from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

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
BEHIND = 10
"""Seconds for which whoever opens a page while a newer part is being made has the one before instead."""
# One of these is held while a part is made; there are few threads, so two parts seldom share one.
_MAKING = [Lock() for _ in range(64)]


class KeptPart(NamedTuple):
    """The live part of a page as it is shown, or None where it is made for each; and the version it shows."""

    html: SafeString | None
    version: int


def kept_live_part(
    request: HttpRequest,
    template: str,
    topic: str,
    version: int,
    context: Callable[[], dict[str, Any]],
    *,
    chosen: str | None = None,
) -> KeptPart:
    """The live part of a page as all without a login are shown it, made once for a version.

    None where it is another for each: for logins, of what has no version, and at addresses that choose what
    is shown, unless it is said what this one chooses: `chosen`, one of not too many. context: all that the
    part is made of, asked for where it has to be made.

    When results come one after the other only one thread makes it; who opens the page meanwhile is shown that
    of a moment before, and its stream tells what has changed since.
    """
    may_be_kept = version and REGIONS not in request.META and (chosen is not None or not request.GET)
    if request.user.is_authenticated or not may_be_kept:
        return KeptPart(None, version)
    shown = (
        topic,
        request.build_absolute_uri(request.path),
        chosen,
        get_language(),
        zones_in_force(),
        release(),
    )
    key, latest = _key(*shown, version), _key(*shown)
    kept: str | None = cache.get(key)
    if kept is not None:
        return KeptPart(SafeString(kept), version)
    making = _MAKING[hash(latest) % len(_MAKING)]
    if not making.acquire(blocking=False):
        # An open page asks for what it was told of: nothing older.
        earlier = None if getattr(request, "htmx", False) else cache.get(latest)
        if earlier is not None and (kept := cache.get(_key(*shown, earlier))) is not None:
            return KeptPart(SafeString(kept), earlier)
        making.acquire()
    try:
        kept = cache.get(key)
        if kept is None:
            kept = str(render_to_string(template, context(), request))
            # What is posted from there is a visitor's own.
            if "csrfmiddlewaretoken" not in kept:
                cache.set(key, kept, KEPT_FOR)
                cache.set(latest, version, BEHIND)
    finally:
        making.release()
    return KeptPart(SafeString(kept), version)


def _key(*named: object) -> str:
    return f"live-{sha256(repr(named).encode()).hexdigest()}"
