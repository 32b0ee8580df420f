"""Live events: notifies whoever follows a subject that what is shown of it has changed.

`GET /events/match-7/` is a stream of server-sent events, or of JSON lines where `Accept` says
application/x-ndjson. An event names a version of the subject and through which parts it came to it; what
changed there is not in it, so nothing private leaks: `with=representation` adds what everybody reads of them.
One is sent when a stream opens, unless `Last-Event-ID`, or `since` in the address, names that version; and
whenever a transaction that raised the version commits. A lost or doubled event costs one look: who was away,
and the process whose database was, compare versions.
"""

import asyncio
import contextlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import psycopg
import structlog
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.conf import settings

from config.database import session_parameters
from config.pieces import PACKED_START, Piece
from config.repainting import PageView, Painter
from config.representations import Representations
from config.streams import SERVER_SENT, Stream, StreamEvent, StreamFormat, Wish
from config.subjects import Subjects
from matches.base.problems import CONTENT_TYPE, problem_object
from matches.facts.versions import CHANNEL

PATH = re.compile(r"/events/(([a-z_]{1,20})-([0-9]{1,18}))/")
MAX_STREAMS: int = settings.MAX_STREAMS
# Seconds: between two events of one stream, between signs of life, until a refused browser asks again.
BURST, HEARTBEAT, FULL_RETRY = 0.2, 15.0, 30
LONGEST_DELAY = 5.0
# Ways to look at a subject, by language and zone, that are rendered for visitors; others ask by themselves.
MOST_VIEWS = 8

log = structlog.get_logger(__name__)


class Hub:
    """The streams of one process, fed by one listening connection to PostgreSQL."""

    def __init__(self) -> None:
        self._streams: defaultdict[str, set[Stream]] = defaultdict(set)
        self._painters: dict[tuple[str, PageView], Painter] = {}
        self._subjects = Subjects()
        self._representations = Representations()
        self.open_streams = 0
        self._listener: asyncio.Task[None] | None = None
        self._closed = False

    async def respond_to_request(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer a request below /events/."""
        found = PATH.fullmatch(scope["path"])
        if scope["method"] != "GET":
            await _refuse_request(send, 405, "method_not_allowed", "Events can only be read: use GET.")
        elif not found or not await self._subjects.is_there(found[2], int(found[3])):
            await _refuse_request(send, 404, "not_found", f"No events at {scope['path'][:200]!r}.")
        elif self._closed or self.open_streams >= MAX_STREAMS:
            await _refuse_stream(send, Wish.of_request(scope).format)
        else:
            await self._serve_stream(found[1], Wish.of_request(scope), receive, send)

    def end_streams(self) -> None:
        """End every open stream: the browsers come back, to the next process."""
        self._closed = True
        for stream in self._all_streams():
            stream.awake.set()

    async def close_streams(self) -> None:
        """End the streams and the connections."""
        self.end_streams()
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        await self._subjects.close()

    async def _serve_stream(
        self, topic: str, wish: Wish, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        stream = Stream(wish)
        self._streams[topic].add(stream)
        self.open_streams += 1
        painter = self._painter(topic, wish)
        self._start_listening()
        gone = asyncio.create_task(_wait_for_disconnect(receive))
        events = asyncio.create_task(self._send_events(topic, stream, painter, send))
        try:
            await asyncio.wait({gone, events}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.open_streams -= 1
            self._streams[topic].discard(stream)
            if not self._streams[topic]:
                del self._streams[topic]
            if painter is not None:
                self._leave_painter(topic, painter)
            for task in (gone, events):
                task.cancel()
            await asyncio.gather(gone, events, return_exceptions=True)

    def _painter(self, topic: str, wish: Wish) -> Painter | None:
        """Who renders the open page for all that look at it."""
        if wish.view is None or wish.format is not SERVER_SENT:
            return None
        known = self._painters.get((topic, wish.view))
        if known is None:
            if sum(other == topic for other, _ in self._painters) >= MOST_VIEWS:
                return None
            known = self._painters[topic, wish.view] = Painter(topic, wish.view)
            known.preparing = asyncio.create_task(known.prepare())
        known.viewers += 1
        return known

    def _leave_painter(self, topic: str, painter: Painter) -> None:
        painter.viewers -= 1
        if not painter.viewers:
            del self._painters[topic, painter.view]

    async def _send_events(
        self, topic: str, stream: Stream, painter: Painter | None, send: ASGISendCallable
    ) -> None:
        # Of a page's repaints many are sent the same; of the rest little is sent.
        packed = stream.takes_gzip and painter is not None
        encoding = [(b"content-encoding", b"gzip")] if packed else []
        await _begin_response(send, content_type=stream.format.content_type, extra=encoding)

        async def write(piece: Piece) -> None:
            await _write_bytes(send, piece.packed if packed else piece.plain)

        if packed:
            await _write_bytes(send, PACKED_START)
        await write(Piece(stream.format.opening))
        await self._catch_up(topic, [stream])
        while True:
            try:
                await asyncio.wait_for(stream.awake.wait(), HEARTBEAT)
            except TimeoutError:
                await write(Piece(stream.format.heartbeat))
                continue
            if self._closed:
                await _write_bytes(send, b"", more=False)
                return
            # Sent at once; what follows within the next moment is sent together.
            if (change := stream.take()) is not None:
                await write(await self._written(stream, painter, change))
            await asyncio.sleep(BURST)

    async def _written(self, stream: Stream, painter: Painter | None, change: StreamEvent) -> Piece:
        """The event that a stream is sent of a change: what differs of its page, or that something does."""
        painted = None if painter is None else await painter.repaint(stream.sent, change.version)
        if painted is not None:
            stream.sent, event = painted
            return event
        language = stream.language
        carried = None if language is None else await self._representations.carried(change, language)
        stream.sent = change.version
        return Piece(stream.format.written(change, carried))

    async def _catch_up(self, topic: str, streams: Iterable[Stream]) -> None:
        """Offer what has changed since the version that each has last seen."""
        for since in {stream.sent for stream in streams}:
            change = await self._subjects.change_since(topic, since)
            if change is not None:
                for stream in streams:
                    if stream.sent == since:
                        stream.offer(change)

    def _all_streams(self) -> list[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]

    def _start_listening(self) -> None:
        # Begun with the first stream: a process that nobody watches needs no connection.
        if self._listener is None or self._listener.done():
            self._listener = asyncio.create_task(self._listen_forever())

    async def _listen_forever(self) -> None:
        delay = 0.2
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **session_parameters("live"), autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    log.info("live_listening")
                    delay = 0.2
                    # Whatever was announced before this moment has not been heard.
                    for topic, streams in list(self._streams.items()):
                        await self._catch_up(topic, list(streams))
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error as error:
                log.warning("live_database_lost", error=str(error).strip(), retry_in=delay)
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    def _hear(self, payload: str) -> None:
        try:
            change = StreamEvent.read(payload)
        except (ValueError, KeyError, TypeError):
            log.warning("live_notice_unreadable", payload=payload[:200])
            return
        for stream in self._streams.get(change.topic, ()):
            stream.offer(change)


hub = Hub()


async def _wait_for_disconnect(receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _stream_headers(content_type: str) -> list[tuple[bytes, bytes]]:
    headers = {
        "content-type": content_type,
        "cache-control": "no-store",
        # Proxies would hold the events back to fill a buffer.
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    if settings.SECURE_HSTS_SECONDS:
        headers["strict-transport-security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _begin_response(
    send: ASGISendCallable,
    status: int = 200,
    content_type: str = "text/event-stream",
    extra: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    headers = [*_stream_headers(content_type), *extra]
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})


async def _write_bytes(send: ASGISendCallable, body: bytes, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _refuse_stream(send: ASGISendCallable, format: StreamFormat) -> None:
    """Say that there are too many streams, and when to come back.

    An error would make a browser give up for good: it is told in an event, and looks again by itself.
    """
    detail = (
        f"Too many streams are open. Come back after {FULL_RETRY} seconds; "
        "until then ask for what you follow, if need be with If-None-Match."
    )
    status, code, wait = HTTPStatus.SERVICE_UNAVAILABLE, "service_busy", FULL_RETRY
    if format is not SERVER_SENT:
        await _refuse_request(send, status, code, detail, retry_after=wait)
        return
    problem = json.dumps(problem_object(code=code, status=status, detail=detail, retry_after=wait))
    await _begin_response(send)
    await _write_bytes(
        send, f"retry: {wait * 1000}\nevent: refused\ndata: {problem}\n\n".encode(), more=False
    )


async def _refuse_request(
    send: ASGISendCallable, status: int, code: str, detail: str, retry_after: int | None = None
) -> None:
    data: dict[str, Any] = {} if retry_after is None else {"retry_after": retry_after}
    found = problem_object(code=code, status=status, detail=detail, **data)
    extra = [] if retry_after is None else [(b"retry-after", b"%d" % retry_after)]
    with contextlib.suppress(OSError):
        await _begin_response(send, status, CONTENT_TYPE, extra)
        await _write_bytes(send, json.dumps(found).encode(), more=False)
