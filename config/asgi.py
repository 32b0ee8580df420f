"""One port for everything: live events asynchronously, pages and API in a pool of threads.

`application` is what everybody reaches, `behind_application` what answers solo games for it.

Django's own asynchronous path runs ordinary views at a third of this speed and opens more
database connections than it closes.
"""

import asyncio
from http import HTTPStatus
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, HTTPScope, Scope
from django.conf import settings
from rest_framework.permissions import SAFE_METHODS

from config.behind import SOLO_PATHS, ProcessBehind, as_asked
from config.patience import answer_problem, declared_length, receive_anew, receive_whole
from config.wsgi import application as pages

# isort: split

# After the apps are loaded, which is done for the pages: it asks them for their subjects.
from config import live
from config.monitoring.levels import database_pool, disk
from config.monitoring.tally import Levels, tally

# Whoever reads what is long to make holds up whoever reads, and no result: that has threads of its own.
_reading, _writing = (WSGIMiddleware(pages, workers=settings.WEB_THREADS) for _ in range(2))  # type: ignore[arg-type]
_solo = (
    ProcessBehind(settings.SOLO_ADDRESS, SOLO_PATHS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if settings.SOLO_ADDRESS
    else None
)


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if scope["type"] == "http" and scope["path"].startswith("/events/"):
        await live.hub.respond_to_request(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _answer_lifespan("web", receive, send)
    elif scope["type"] == "http":
        whole = await receive_whole(scope, receive, send, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if whole is not None:
            await _answer_to_the_end(scope, whole, send)


async def _answer_to_the_end(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Whom a process that ends leaves without an answer is told so, and when to come again."""
    begun = False

    async def send_on(event: ASGISendEvent) -> None:
        nonlocal begun
        begun = True
        await send(event)

    try:
        await _answer_whole(scope, receive, send_on)
    except asyncio.CancelledError:
        if begun:
            raise
        await answer_problem(send, HTTPStatus.SERVICE_UNAVAILABLE, "service_ending")


async def _answer_whole(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if _solo is not None and _solo.is_for(scope):
        body = b""
        if declared_length(scope["headers"]):
            body = cast(dict[str, Any], await receive()).get("body", b"")
            receive = receive_anew(body, receive)
        if await _solo.answer(scope, body, send):
            return
    await _pages_application(scope, receive, send)


async def _pages_application(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    threads = _reading if scope["method"] in SAFE_METHODS else _writing
    await threads(scope, receive, send)  # type: ignore[arg-type]


async def behind_application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if scope["type"] == "lifespan":
        await _answer_lifespan("solo", receive, send)
    elif scope["type"] == "http":
        await _pages_application(as_asked(scope), receive, send)


def _levels() -> Levels:
    """How things stand in this process, for the metrics."""
    return {
        "golden_web_threads": settings.WEB_THREADS,
        "golden_requests_in_progress": tally.in_progress,
        # The queue has no public name; nothing else knows who waits for a thread.
        "golden_requests_waiting": sum(each.executor._work_queue.qsize() for each in (_reading, _writing)),
        "golden_streams": live.hub.open_streams,
        "golden_streams_max": live.MAX_STREAMS,
    }


async def _answer_lifespan(role: str, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            tally.start(role, _levels, database_pool, disk)
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await live.hub.close_streams()
            if _solo is not None:
                await _solo.close()
            await asyncio.to_thread(tally.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return
