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

import aiohttp
import structlog
from asgiref.typing import ASGISendCallable, HTTPScope
from yarl import URL

from config.patience import answer_problem, declared_length

SOLO_PATHS = ("/play/", "/api/v1/solo/")
# Seconds. A turn of the computer takes two at most.
TIMEOUTS = aiohttp.ClientTimeout(total=30.0, sock_connect=1.0)
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
        self.origin = "http://localhost" if socket_path(address) else f"http://{address}"
        self.away_until = 0.0
        self.opened: aiohttp.ClientSession | None = None

    @property
    def connections(self) -> aiohttp.ClientSession:
        """Those to it, opened by whoever asks first: they belong to the loop that runs then."""
        if self.opened is None:
            path = socket_path(self.address)
            self.opened = aiohttp.ClientSession(
                connector=aiohttp.UnixConnector(path, limit=AT_ONCE, keepalive_timeout=KEPT_OPEN)
                if path
                else aiohttp.TCPConnector(limit=AT_ONCE, keepalive_timeout=KEPT_OPEN),
                # An answer is passed on as it comes, and so is who asks: nothing is added, kept or unpacked.
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
                timeout=TIMEOUTS,
            )
        return self.opened

    def is_for(self, scope: HTTPScope) -> bool:
        """Whether it would answer a request. What is too long, of no length or no ASCII stays in front."""
        return (
            scope["path"].startswith(self.paths)
            and scope["raw_path"].isascii()
            and scope["query_string"].isascii()
            and declared_length(scope["headers"]) <= self.most
            and all(name != b"transfer-encoding" and value.isascii() for name, value in scope["headers"])
            and time.monotonic() >= self.away_until
        )

    async def answer(self, scope: HTTPScope, body: bytes, send: ASGISendCallable) -> bool:
        """Have it answer; whether that was done. False: nothing came back, and nothing was sent."""
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        client = "{} {}".format(*(scope["client"] or ("", 0)))
        headers = [*passed_on(scope["headers"]), (CLIENT, client.encode())]
        try:
            async with self.connections.request(
                scope["method"],
                URL(self.origin + target.decode("ascii"), encoded=True),
                headers=[(name.decode(), value.decode()) for name, value in headers],
                data=body or None,
                allow_redirects=False,
            ) as answer:
                status, said, whole = answer.status, answer.raw_headers, await answer.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            log.warning("solo_process_away", address=self.address, error=str(error))
            self.away_until = time.monotonic() + AWAY
            return False
        except TimeoutError:
            await answer_problem(send, HTTPStatus.SERVICE_UNAVAILABLE, "solo_busy")
            return True
        except aiohttp.ClientError:
            # It was killed in the middle, or closed a connection that it had kept.
            return False
        shown = [each for each in passed_on(said) if each[0].lower() not in OF_A_SERVER]
        await send({"type": "http.response.start", "status": status, "headers": shown, "trailers": False})
        await send({"type": "http.response.body", "body": whole, "more_body": False})
        return True

    async def close(self) -> None:
        if self.opened is not None:
            await self.opened.close()
            self.opened = None


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
