"""One port for everything: live events asynchronously, pages and API in a pool of threads.

Django's own asynchronous path runs ordinary views at a third of this speed and opens more
database connections than it closes.
"""

from a2wsgi import WSGIMiddleware
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from django.conf import settings

from config.patience import receive_whole
from config.wsgi import application as pages

# isort: split

# After the apps are loaded, which is done for the pages: it asks them for their subjects.
from config import live

_pages_application = WSGIMiddleware(pages, workers=settings.WEB_THREADS)  # type: ignore[arg-type]


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    if scope["type"] == "http" and scope["path"].startswith("/events/"):
        await live.hub.respond_to_request(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _answer_lifespan(receive, send)
    elif scope["type"] == "http":
        whole = await receive_whole(scope, receive, send, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if whole is not None:
            await _pages_application(scope, whole, send)  # type: ignore[arg-type]


async def _answer_lifespan(receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await live.hub.close_streams()
            await send({"type": "lifespan.shutdown.complete"})
            return
