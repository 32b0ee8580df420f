"""How long a client may take to send a request: half of one holds no thread, and no connection for ever.

A request that has not come whole waits here, in the loop of connections, which thousands may; one of the few
threads begins when all of it is there.
"""

import asyncio
import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

from asgiref.typing import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, HTTPScope
from uvicorn.protocols.http.auto import AutoHTTPProtocol

# Seconds from the first byte of a request, or from opening the connection, to the end of its headers; and
# from there to the end of its body.
HEADERS_WITHIN = 30.0
BODY_WITHIN = 30.0
# Bytes of bodies that have not come whole, of all connections together: 5 MB is the longest.
UNFINISHED_AT_MOST = 100_000_000


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's, which would wait for headers for ever: a connection amid them is closed in time."""

    headers_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._await_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._answers():
            self._stop_waiting()
        elif self.headers_due is None:
            self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _answers(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _await_headers(self) -> None:
        self.headers_due = asyncio.get_running_loop().call_later(HEADERS_WITHIN, self._give_up)

    def _stop_waiting(self) -> None:
        if self.headers_due is not None:
            self.headers_due.cancel()
            self.headers_due = None

    def _give_up(self) -> None:
        self.headers_due = None
        if not self._answers() and not self.transport.is_closing():
            self.transport.close()


class UnfinishedBodies:
    """How many bytes of bodies wait for their end."""

    waiting = 0


async def receive_whole(
    scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable, most: int
) -> ASGIReceiveCallable | None:
    """The request with its body there at once; None if it did not come in time, which has been answered.

    A body longer than `most` is left unread: whoever refuses it does not read it either.
    """
    length = declared_length(scope["headers"])
    if not 0 < length <= most:
        return receive
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(BODY_WITHIN):
            more = True
            while more:
                event = cast(dict[str, Any], await receive())
                if event["type"] == "http.disconnect":
                    return None
                part, more = event.get("body", b""), event.get("more_body", False)
                parts.append(part)
                UnfinishedBodies.waiting += len(part)
                if UnfinishedBodies.waiting > UNFINISHED_AT_MOST and more:
                    await answer_problem(send, HTTPStatus.SERVICE_UNAVAILABLE, "service_busy")
                    return None
    except TimeoutError:
        await answer_problem(send, HTTPStatus.REQUEST_TIMEOUT, "request_timeout")
        return None
    finally:
        UnfinishedBodies.waiting -= sum(map(len, parts))
    return receive_anew(b"".join(parts), receive)


def receive_anew(body: bytes, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """A body that has been read, for whoever reads it next, and then what comes after it."""
    whole = cast(ASGIReceiveEvent, {"type": "http.request", "body": body, "more_body": False})

    async def receive_again() -> ASGIReceiveEvent:
        nonlocal whole
        event, whole = whole, cast(ASGIReceiveEvent, None)
        return event or await receive()

    return receive_again


def declared_length(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Content-Length, or 0 where there is none, or none to believe."""
    sent = next((value for name, value in headers if name == b"content-length"), b"0")
    return int(sent) if sent.isdigit() and len(sent) < 20 else 0


PROBLEMS = {
    "solo_busy": "Too many games against the computer wait for their turn. Nothing is lost: send it again.",
    "request_timeout": "The request did not come whole in time, and was not looked at. Send it again.",
    "service_ending": "The service is being stopped or started anew, and could not wait for this request "
    "to end. Send it again, under the same Idempotency-Key.",
    "service_busy": "Too many requests are only half here; this one was not looked at. Send it again.",
}


async def answer_problem(send: ASGISendCallable, status: HTTPStatus, code: str) -> None:
    """The problem object that everything under /api/ answers with, and the end of the connection."""
    from matches.base.problems import CONTENT_TYPE, problem_object  # after the settings are loaded

    problem = problem_object(code=code, status=status, detail=PROBLEMS[code])
    headers = [
        (b"content-type", CONTENT_TYPE.encode()),
        (b"connection", b"close"),
        (b"retry-after", b"2"),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode(), "more_body": False})
