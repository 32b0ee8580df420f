"""A page of everything that happened; and live pages that are kept while their version stands."""

import re
from collections.abc import Callable
from hashlib import sha256
from math import ceil
from time import thread_time
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.base.pages import IN_PROGRESS, KEPT_VERSION, PER_PAGE, as_live, live_page
from matches.base.tags.regions import REGIONS, with_regions
from matches.base.times import zones_in_force
from matches.facts.selectors import DescribedFact, fact_list
from matches.facts.versions import making_lock, release


def facts_page(request: HttpRequest, template: str, subject: Model) -> HttpResponse:
    """Everything that was recorded about a match, a player, a tournament; the first fact first."""
    # No queryset, but counted and sliced like one.
    facts: Any = fact_list(request.user, subject)
    page: Page[DescribedFact] = Paginator(facts, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"subject": subject, "page": page})


KEPT_FOR = 60
"""Seconds that a live part is kept: what in it depends on the time of day is no older than that."""
BEHIND = 10
"""Seconds for which whoever opens a page has the part before instead, while a newer one is being made or the
process has so much to do that others would wait for it."""
DEAR, RESTS = 0.15, 4
"""After a part that took so many seconds of a core, none is made of later versions for so many times as long.

So the dearest page takes a fifth of a core, however fast results come, and what takes a moment is made anew.
"""
_MADE: set[tuple[str, str | None]] = set()
"""What this process has made before, template and language: the first time says nothing of the next."""


LIVE_PLACE = SafeString("<!--live part-->")
"""What stands for the live part in the rest of a page."""
_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*')


def kept_live_page(
    request: HttpRequest,
    template: str,
    *,
    live_part: str,
    topic: str,
    version: int,
    frame: Callable[[], dict[str, Any]],
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """A page that follows `topic`, of which a visitor is shown what was made before for its version.

    frame: what the page around its live part is made of. context: what all of it is. Each is asked for where
    that has to be made. Raises Http404 like `kept_live_part`.
    """
    kept = kept_live_part(request, live_part, topic, version, context)
    if kept.html is None:
        return live_page(
            request, template, live_part=live_part, topic=topic, version=version, context=context()
        )
    if getattr(request, "htmx", False):
        return as_live(HttpResponse(kept.html), topic, kept.version)

    def make() -> str:
        page = live_page(
            request,
            template,
            live_part=live_part,
            topic=topic,
            version=kept.version,
            context=frame(),
            live_html=LIVE_PLACE,
        )
        return page.content.decode()

    # What was just done is said to the visitor alone.
    around = make() if len(get_messages(request)) else Shelf(request, topic, None).frame(kept.version, make)
    own = _TOKEN.sub(rf"\g<1>{get_token(request)}", around)
    return as_live(HttpResponse(own.replace(LIVE_PLACE, kept.html)), topic, kept.version)


class KeptPart(NamedTuple):
    """The live part of a page as it is shown, or None where it is made for each; and the version it shows."""

    html: SafeString | None
    version: int


class MadePart(NamedTuple):
    """A live part as it is kept: with marks in the place of its regions, and those."""

    rest: str
    regions: dict[str, str]

    @property
    def is_for_all(self) -> bool:
        """What is posted from there is a visitor's own."""
        return not any("csrfmiddlewaretoken" in html for html in (self.rest, *self.regions.values()))


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

    When results come one after the other only one thread makes it, and seldom where that takes long or many
    are answered at once; whoever opens the page meanwhile is shown that of a moment before, and its stream
    tells what has changed since.
    Raises Http404 where a request wants a version that is not kept, and no other.
    """
    if request.user.is_authenticated or not version or (chosen is None and request.GET):
        return KeptPart(None, version)
    shelf = Shelf(request, topic, chosen)
    if wanted := request.META.get(KEPT_VERSION):
        if (found := shelf.part(wanted)) is None:
            raise Http404
        return found
    if (found := shelf.part(version)) is not None:
        return found
    # An open page asks for what it was told of: nothing older.
    may_be_earlier = not getattr(request, "htmx", False)
    if may_be_earlier and (earlier := shelf.part_of("latest" if is_busy(request) else "rests")) is not None:
        return earlier
    making = making_lock(shelf.shown)
    if not making.acquire(blocking=False):
        if may_be_earlier and (earlier := shelf.part_of("latest")) is not None:
            return earlier
        making.acquire()
    try:
        return shelf.part(version) or shelf.make(template, version, context)
    finally:
        making.release()


def is_busy(request: HttpRequest) -> bool:
    """Whether the process was answering as many requests, with this one, as it has threads that read."""
    in_progress: int = request.META.get(IN_PROGRESS, 1)
    return in_progress >= int(settings.WEB_THREADS)


class Shelf:
    """Where the live parts of a page are kept that a request may be shown, version by version."""

    def __init__(self, request: HttpRequest, topic: str, chosen: str | None) -> None:
        self.request = request
        self.shown = (
            topic,
            request.build_absolute_uri(request.path),
            chosen,
            get_language(),
            zones_in_force(),
            release(),
        )

    def part(self, version: int) -> KeptPart | None:
        """That of a version, if it is kept."""
        made = cache.get(self._key(version))
        return None if made is None else self._as_asked(MadePart(*made), version)

    def part_of(self, name: str) -> KeptPart | None:
        """That of a version which was noted by this name."""
        version = cache.get(self._key(name))
        return None if version is None else self.part(version)

    def make(self, template: str, version: int, context: Callable[[], dict[str, Any]]) -> KeptPart:
        """Make one and keep it; where another process has kept it meanwhile, that one is shown to all."""
        began, asked = thread_time(), self.request.META.get(REGIONS)
        regions: dict[str, str] = {}
        self.request.META[REGIONS] = regions
        try:
            made = MadePart(str(render_to_string(template, context(), self.request)), regions)
        finally:
            self.request.META[REGIONS] = asked
        if made.is_for_all:
            if not cache.add(self._key(version), tuple(made), KEPT_FOR):
                return self.part(version) or self._as_asked(made, version)
            cache.set(self._key("latest"), version, BEHIND)
            took, kind = thread_time() - began, (template, get_language())
            if kind in _MADE and took >= DEAR:
                cache.set(self._key("rests"), version, min(BEHIND, ceil(took * RESTS)))
            _MADE.add(kind)
        return self._as_asked(made, version)

    def frame(self, version: int, make: Callable[[], str]) -> str:
        """The page around that of a version; made if it is not kept."""
        key = self._key(f"around {version}")
        found: str | None = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, KEPT_FOR)
        return found

    def _as_asked(self, made: MadePart, version: int) -> KeptPart:
        """Whole, or with its regions apart for who asks for them."""
        asked: dict[str, str] | None = self.request.META.get(REGIONS)
        if asked is None:
            return KeptPart(SafeString(with_regions(made.rest, made.regions)), version)
        asked.update(made.regions)
        return KeptPart(SafeString(made.rest), version)

    def _key(self, named: object) -> str:
        return f"live-{sha256(repr((*self.shown, named)).encode()).hexdigest()}"
