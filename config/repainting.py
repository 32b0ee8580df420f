"""Pages that repaint themselves: what has changed of a page, rendered once for all who look at it.

A visitor without a login sees what all of them see. So when the subject of a page changes, the process
renders the page's live part once for each language and zone, compares it region by region with what it was,
and sends the regions that differ along the streams. A page has regions where its template says
`{% region %}`; where anything else differs, a small page is sent whole, and of a large one it is said that it
has changed.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from time import monotonic
from typing import NamedTuple, cast
from urllib.parse import parse_qs

import structlog
from asgiref.typing import HTTPScope
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError
from django.http import HttpResponse
from django.http.cookie import parse_cookie

from config.pieces import Piece
from config.visitors import one_moment, reader_language, visitor_environment
from config.wsgi import django_application
from matches.base.pages import KEPT_VERSION, TOPIC_HEADER
from matches.base.tags.regions import REGIONS, with_regions
from matches.base.times import time_zones
from matches.facts.pages import MadePart

# Characters of a live part that is sent whole.
SMALL = 60_000
# The region that is all of the live part.
WHOLE = "live"
# Seconds from hearing of a change to rendering it: what follows of a result at once is shown with it.
SETTLE = 0.05
# How many times as long as it took to render a part it is not rendered again, and at most so many seconds:
# however fast results come, the largest page leaves the process time for them.
RESTS, RESTS_AT_MOST = 4, 5.0
# Versions of a part that are kept: viewers are told at different moments, and come back after a while.
KEPT = 8

log = structlog.get_logger(__name__)


class PageView(NamedTuple):
    """What is rendered once: the page, and what it depends on of those who look at it."""

    path: str
    host: str
    scheme: str
    language: str
    time_zone: str

    @classmethod
    def of_request(cls, scope: HTTPScope) -> "PageView | None":
        """What the visitor looks at who asked for a stream; None where that is not said."""
        path = parse_qs(scope["query_string"].decode("latin-1")).get("page", [""])[-1]
        if not path.startswith("/") or path.startswith("//"):
            return None
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        cookies = parse_cookie(headers.get("cookie", ""))
        host = headers.get("host", "")
        is_secure = "https" in (scope["scheme"], headers.get("x-forwarded-proto"))
        zone = cookies.get("time_zone", "")
        return cls(
            path,
            host,
            "https" if is_secure else "http",
            reader_language(scope),
            zone if zone in time_zones() else "",
        )


@dataclass(frozen=True)
class LivePart:
    """The live part of a page: its topic and version, its regions, and the rest with a mark for each."""

    topic: str
    version: int
    rest: str
    regions: Mapping[str, str]

    def whole(self) -> str:
        return with_regions(self.rest, self.regions)

    def sharing(self, before: "LivePart") -> "LivePart":
        """The same, with the text of the earlier part wherever it is the same: kept once."""
        regions = {
            name: before.regions[name] if before.regions.get(name) == html else html
            for name, html in self.regions.items()
        }
        return replace(self, rest=before.rest if before.rest == self.rest else self.rest, regions=regions)

    def since(self, before: "LivePart") -> dict[str, str] | None:
        """The regions that differ from what they were; None where that is too much to send."""
        if before.rest == self.rest and before.regions.keys() == self.regions.keys():
            return {name: html for name, html in self.regions.items() if before.regions[name] != html}
        whole = self.whole()
        return {WHOLE: whole} if len(whole) <= SMALL else None


class Painter:
    """Renders one view, and keeps the versions of it that open pages may still show."""

    def __init__(self, topic: str, view: PageView) -> None:
        self.viewers = 0
        self.preparing: asyncio.Task[None] | None = None
        self._topic, self.view = topic, view
        self._parts: dict[int, LivePart] = {}
        self._events: dict[int, Piece | None] = {}
        self._last: LivePart | None = None
        # The version that was asked for last: of what cannot be rendered, not every viewer tries it.
        self._reached = -1
        self._rests_until = 0.0
        self._turn = asyncio.Lock()

    async def prepare(self) -> None:
        """Render what there is now, to compare the next with."""
        async with self._turn:
            if self._reached < 0:
                await self._render(0)

    async def repaint(self, since: int | None, version: int) -> tuple[int, Piece] | None:
        """The event by which an open page of version `since` becomes one of `version` or later, and of which.

        None where it is not known what differs, or that is too much.
        """
        async with self._turn:
            if self._reached < version:
                await asyncio.sleep(max(SETTLE, self._rests_until - monotonic()))
                await self._render(version)
            if self._last is None or since is None:
                return None
            if since not in self._events:
                await self._find(since)
                self._events[since] = self._event_since(since, self._last)
            event = self._events[since]
            return None if event is None else (self._last.version, event)

    async def _render(self, version: int) -> None:
        began = monotonic()
        found = await asyncio.to_thread(render_live_part, self.view)
        ended = monotonic()
        self._rests_until = ended + min(RESTS_AT_MOST, RESTS * (ended - began))
        self._events = {}
        if found is None or found.topic != self._topic:
            self._last, self._reached = None, version
            self._parts.clear()
            return
        self._last = self._parts[found.version] = found if self._last is None else found.sharing(self._last)
        self._reached = max(version, found.version)
        self._keep_few()

    async def _find(self, version: int) -> None:
        """Another process, or a visitor's request, may have rendered an earlier version."""
        if version in self._parts or self._last is None or version > self._last.version:
            return
        found = await asyncio.to_thread(render_live_part, self.view, kept=version)
        if found is not None and (found.topic, found.version) == (self._topic, version):
            self._parts[version] = found.sharing(self._last)
            self._keep_few()

    def _keep_few(self) -> None:
        if len(self._parts) > KEPT:
            del self._parts[min(self._parts)]

    def _event_since(self, since: int, last: LivePart) -> Piece | None:
        before = self._parts.get(since)
        regions = None if before is None else last.since(before)
        return None if regions is None else repaint_event(last, regions)


def repaint_event(part: LivePart, regions: Mapping[str, str]) -> Piece:
    """As a stream of server-sent events has it."""
    data = json.dumps({"version": part.version, "regions": regions}, ensure_ascii=False)
    return Piece(f"id: {part.version}\nevent: repaint\ndata: {data}\n\n")


def render_live_part(view: PageView, *, kept: int | None = None) -> LivePart | None:
    """Ask the service itself for the live part, as an open page of a visitor does; None where it refuses.

    kept: the version that is asked for, if it is kept from before.
    All of it is of one moment, whatever is changed meanwhile: what a visitor's page of that version showed
    too soon, differs from the next version as well.
    """
    regions: dict[str, str] = {}
    cookies = {settings.LANGUAGE_COOKIE_NAME: view.language, "time_zone": view.time_zone}
    environ = visitor_environment(view.path, view.host, view.scheme, cookies)
    environ["HTTP_HX_REQUEST"] = "true"
    environ[REGIONS] = regions
    environ[KEPT_VERSION] = kept
    try:
        with one_moment():
            response = cast("HttpResponse", django_application.get_response(WSGIRequest(environ)))
            rest = response.content.decode()
    except DatabaseError as error:
        log.warning("live_part_not_rendered", path=view.path, error=str(error).strip())
        return None
    response.close()
    is_shared = MadePart(rest, regions).is_for_all
    if response.status_code != HTTPStatus.OK or TOPIC_HEADER not in response or not is_shared:
        log.info("live_part_not_rendered", path=view.path, status=response.status_code)
        return None
    topic, _, version = response[TOPIC_HEADER].rpartition(" ")
    return LivePart(topic, int(version), rest, regions)
