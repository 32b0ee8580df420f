"""Pages that think long are answered by a web process of their own, behind the one that everybody reaches.

In games against the computer a request takes many times what others take. Where SOLO_ADDRESS names a process
for them (`python -m config.web --solo`), the web process hands them on as they are, and only waits; so a
report never waits for somebody's game. While that process is away the web process answers them itself, those
too that it has not answered to their end: an act that is asked for twice is done once.
"""

import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

import httpcore
import structlog
from asgiref.typing import ASGISendCallable, HTTPScope

from config.patience import answer_problem, declared_length

SOLO_PATHS = ("/play/", "/api/v1/solo/")
# Seconds. A turn of the computer takes two at most.
TIMEOUTS = {"connect": 1.0, "pool": 20.0, "read": 30.0, "write": 10.0}
AWAY = 1.0
"""Seconds for which a process that was not there is not asked again."""
AT_ONCE = 64
"""Requests that are handed on at a time; others wait for their turn."""
KEPT_OPEN = 2.0
"""Seconds that a connection is kept for the next request; the other side closes it after five."""
CLIENT = b"golden-client"
"""The header that says who asks, which no client can send: it is taken out of what comes from outside."""
# What concerns one connection, and what the server says of itself for each answer.
OF_A_CONNECTION = frozenset(
    (b"connection", b"keep-alive", b"transfer-encoding", b"te", b"trailer", b"upgrade", b"expect", CLIENT)
)
OF_A_SERVER = frozenset((b"date", b"server"))

Headers = Iterable[tuple[bytes, bytes]]
log = structlog.get_logger(__name__)


def socket_path(address: str) -> str | None:
    """The path of an address such as "unix:/run/solo.sock"; None of "host:port"."""
    kind, colon, path = address.partition(":")
    return path if colon and kind == "unix" else None


class ProcessBehind:
    """The process at an address, as the web process hands requests on to it."""

    def __init__(self, address: str, paths: tuple[str, ...], most: int) -> None:
        """paths: the beginnings of those it answers. most: the longest body in bytes."""
        self.address, self.paths, self.most = address, paths, most
        path = socket_path(address)
        host, _, port = ("localhost", "", "80") if path else address.rpartition(":")
        self.host, self.port = host.encode(), int(port)
        # Bound to the loop of connections, which is that of whoever asks first.
        self.connections = httpcore.AsyncConnectionPool(
            max_connections=AT_ONCE, keepalive_expiry=KEPT_OPEN, uds=path
        )
        self.away_until = 0.0

    def is_for(self, scope: HTTPScope) -> bool:
        """Whether it would answer a request. What has no length, or too much of it, is refused in front."""
        return (
            scope["path"].startswith(self.paths)
            and declared_length(scope["headers"]) <= self.most
            and not any(name == b"transfer-encoding" for name, _ in scope["headers"])
            and time.monotonic() >= self.away_until
        )

    async def answer(self, scope: HTTPScope, body: bytes, send: ASGISendCallable) -> bool:
        """Have it answer; whether that was done. False: nothing came back, and nothing was sent."""
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        client = "{} {}".format(*(scope["client"] or ("", 0)))
        try:
            answer = await self.connections.request(
                scope["method"],
                httpcore.URL(scheme=b"http", host=self.host, port=self.port, target=target),
                headers=[*passed_on(scope["headers"]), (CLIENT, client.encode())],
                content=body,
                extensions={"timeout": TIMEOUTS},
            )
        except (httpcore.ReadTimeout, httpcore.WriteTimeout, httpcore.PoolTimeout):
            await answer_problem(send, HTTPStatus.SERVICE_UNAVAILABLE, "solo_busy")
            return True
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            log.warning("solo_process_away", address=self.address, error=str(error))
            self.away_until = time.monotonic() + AWAY
            return False
        except (httpcore.NetworkError, httpcore.ProtocolError):
            # It was killed in the middle, or closed a connection that it had kept.
            return False
        headers = [each for each in passed_on(answer.headers) if each[0].lower() not in OF_A_SERVER]
        await send(
            {"type": "http.response.start", "status": answer.status, "headers": headers, "trailers": False}
        )
        await send({"type": "http.response.body", "body": answer.content, "more_body": False})
        return True

    async def close(self) -> None:
        await self.connections.aclose()


def passed_on(headers: Headers) -> list[tuple[bytes, bytes]]:
    """What is for the other side, and not of the connection alone."""
    return [(name, value) for name, value in headers if name.lower() not in OF_A_CONNECTION]


def as_asked(scope: HTTPScope) -> HTTPScope:
    """A request that was handed on, as it came to the process in front: with whoever asked as its client."""
    said = next((value for name, value in scope["headers"] if name == CLIENT), b"").decode("latin-1")
    host, _, port = said.rpartition(" ")
    asked = {
        "headers": [(name, value) for name, value in scope["headers"] if name != CLIENT],
        "client": (host, int(port)) if host else None,
    }
    return cast(HTTPScope, cast(dict[str, Any], scope) | asked)
