"""Pages that repaint themselves: what has changed of a page, rendered once for all who look at it.

A visitor without a login sees what all of them see. So when the subject of a page changes, the process
renders the page's live part once for each language and zone, compares it region by region with what it was,
and sends the regions that differ along the streams. A page has regions where its template says
`{% region %}`; where anything else differs, a small page is sent whole, and of a large one it is said that it
has changed.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import structlog
from asgiref.typing import HTTPScope
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from config.wsgi import application
from matches.base.pages import TOPIC_HEADER
from matches.base.tags.regions import REGIONS, region_mark
from matches.base.times import time_zones

# Characters of a live part that is sent whole.
SMALL = 60_000
# The region that is all of the live part.
WHOLE = "live"
# Times that a part is rendered while others change it.
ATTEMPTS = 3
CSRF = "csrfmiddlewaretoken"

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
        request = WSGIRequest(_environ("/", host, scope["scheme"], cookies))
        request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("accept-language", "")
        zone = cookies.get("time_zone", "")
        return cls(
            path,
            host,
            "https" if is_secure else "http",
            get_language_from_request(request),
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
        found = self.rest
        for name, html in self.regions.items():
            found = found.replace(region_mark(name), html)
        return found

    def since(self, before: "LivePart") -> dict[str, str] | None:
        """The regions that differ from what they were; None where that is too much to send."""
        if before.rest == self.rest and before.regions.keys() == self.regions.keys():
            return {name: html for name, html in self.regions.items() if before.regions[name] != html}
        whole = self.whole()
        return {WHOLE: whole} if len(whole) <= SMALL else None


class Painter:
    """Renders one view, and keeps what it was rendered as last."""

    def __init__(self, topic: str, view: PageView, current: Callable[[str], Awaitable[int]]) -> None:
        self.viewers = 0
        self.preparing: asyncio.Task[None] | None = None
        self._topic, self.view, self._current = topic, view, current
        self._last: LivePart | None = None
        self._turn = asyncio.Lock()
        self._events: dict[int, tuple[int, str]] = {}

    async def prepare(self) -> None:
        """Render what there is now, to compare the next with."""
        async with self._turn:
            if self._last is None:
                self._last = await self._render()

    async def repaint(self, since: int | None, version: int) -> tuple[int, str] | None:
        """The event by which an open page of version `since` becomes one of `version` or later, and of which.

        None where it is not known what differs, or that is too much.
        """
        async with self._turn:
            if self._last is None or self._last.version < version:
                before, self._last = self._last, await self._render()
                self._events = {}
                if before is not None and self._last is not None:
                    regions = self._last.since(before)
                    if regions is not None:
                        self._events[before.version] = (
                            self._last.version,
                            repaint_event(self._last, regions),
                        )
            return None if since is None else self._events.get(since)

    async def _render(self) -> LivePart | None:
        """The part as it is at one version: rendered anew where another came about meanwhile."""
        for _ in range(ATTEMPTS):
            found = await asyncio.to_thread(render_live_part, self.view)
            if found is None or found.topic != self._topic:
                return None
            if await self._current(self._topic) == found.version:
                return found
        return None


def repaint_event(part: LivePart, regions: Mapping[str, str]) -> str:
    """As a stream of server-sent events has it."""
    data = json.dumps({"version": part.version, "regions": regions}, ensure_ascii=False)
    return f"id: {part.version}\nevent: repaint\ndata: {data}\n\n"


def render_live_part(view: PageView) -> LivePart | None:
    """Ask the service itself for the live part, as an open page of a visitor does; None where it refuses."""
    regions: dict[str, str] = {}
    cookies = {settings.LANGUAGE_COOKIE_NAME: view.language, "time_zone": view.time_zone}
    environ = _environ(view.path, view.host, view.scheme, cookies)
    environ[REGIONS] = regions
    answered: dict[str, str] = {}

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        answered.update({name.lower(): value for name, value in headers}, status=status)

    # Closed, it gives its connection back.
    with closing(application(environ, start)) as content:  # type: ignore[type-var]
        rest = b"".join(content).decode()
    is_live = answered["status"].startswith("200") and TOPIC_HEADER.lower() in answered
    # A form of a visitor's own is nobody else's.
    if not is_live or CSRF in rest or any(CSRF in html for html in regions.values()):
        log.info("live_part_not_rendered", path=view.path, status=answered["status"])
        return None
    topic, _, version = answered[TOPIC_HEADER.lower()].rpartition(" ")
    return LivePart(topic, int(version), rest, regions)


def _environ(path: str, host: str, scheme: str, cookies: Mapping[str, str]) -> dict[str, Any]:
    name, _, port = host.partition(":")
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": name or "localhost",
        "SERVER_PORT": port or "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": host,
        "HTTP_X_FORWARDED_PROTO": scheme,
        "HTTP_HX_REQUEST": "true",
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items() if value),
        "wsgi.url_scheme": scheme,
        "wsgi.input": BytesIO(),
    }
