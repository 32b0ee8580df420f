"""One request: to numbers that were judged, within a time, and no more read than is wanted."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from ipaddress import ip_address
from typing import Any

import httpcore
import httpx

from matches.base.errors import ForbiddenAddress

from .addresses import checked_address, may_reach
from .networks import Address

SECONDS = 10.0
ANSWER_BYTES = 1024

Resolver = Callable[[str, int], Iterable[str]]


class OutboundFault(StrEnum):
    """Why there was no answer."""

    FORBIDDEN = "forbidden"
    UNKNOWN_NAME = "unknown_name"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    TIMEOUT = "timeout"
    BROKEN = "broken"


FAULTS = [(fault.value, fault.value) for fault in OutboundFault]


class OutboundFailed(Exception):
    """There was no answer. fault: why."""

    def __init__(self, fault: OutboundFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class OutboundAnswer:
    """status: of HTTP. body: its first bytes, not decoded. retry_after: the header, "" without one."""

    status: int
    body: bytes
    retry_after: str = ""


def outbound_post(
    address: str,
    *,
    content: bytes,
    headers: Mapping[str, str],
    seconds: float = SECONDS,
    answer_bytes: int = ANSWER_BYTES,
    resolver: Resolver | None = None,
    certificates: ssl.SSLContext | None = None,
) -> OutboundAnswer:
    """Send something, once. Raises OutboundFailed where there is no answer.

    seconds: for everything, the look for the name among it. answer_bytes: what is read of the answer.
    resolver: says the numbers of a name, once. certificates: whom to believe; those of the web by default.
    """
    try:
        url = checked_address(address)
    except ForbiddenAddress:
        raise OutboundFailed(OutboundFault.FORBIDDEN) from None
    countdown = Countdown(seconds)
    backend = GuardedBackend(countdown, resolver or names_resolved)
    patience = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
    try:
        with (
            httpcore.ConnectionPool(
                ssl_context=certificates or web_certificates(),
                max_connections=1,
                retries=0,
                http1=True,
                http2=False,
                network_backend=backend,
            ) as pool,
            pool.stream(
                "POST", url, headers=list(headers.items()), content=content, extensions={"timeout": patience}
            ) as answer,
        ):
            said = {name.lower(): value for name, value in answer.headers}
            begun = body_begun(answer.iter_stream(), answer_bytes)
            return OutboundAnswer(answer.status, begun, said.get(b"retry-after", b"").decode("latin-1"))
    except httpcore.TimeoutException:
        raise OutboundFailed(OutboundFault.TIMEOUT) from None
    except httpcore.ConnectError as error:
        raise OutboundFailed(connect_fault(error)) from None
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError, ValueError):
        raise OutboundFailed(OutboundFault.BROKEN) from None


def body_begun(chunks: Iterable[bytes], most: int) -> bytes:
    """The first bytes of a body; what follows is not waited for."""
    found = b""
    for chunk in chunks:
        found += chunk[: most - len(found)]
        if len(found) >= most:
            break
    return found


def connect_fault(error: BaseException) -> OutboundFault:
    """Why no connection came about: what the connection said itself, else what lies beneath it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, Unconnected):
            return cause.fault
        if isinstance(cause, ssl.SSLError):
            return OutboundFault.CERTIFICATE
        cause = cause.__cause__ or cause.__context__
    return OutboundFault.UNREACHABLE


@cache
def web_certificates() -> ssl.SSLContext:
    """Those whom browsers believe, or what SSL_CERT_FILE names."""
    return httpx.create_ssl_context()


@dataclass(slots=True)
class Countdown:
    """Until when all has to be over."""

    seconds: float
    ends: float = 0.0

    def __post_init__(self) -> None:
        self.ends = time.monotonic() + self.seconds

    def left(self, asked: float | None = None) -> float:
        """Seconds that a step may take. Raises httpcore's ReadTimeout once there are none."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the time is up")
        return left if asked is None else min(asked, left)


class Unconnected(httpcore.ConnectError):
    """Nothing was connected to."""

    def __init__(self, fault: OutboundFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to the addresses of a name that were judged, and to no other."""

    def __init__(self, countdown: Countdown, resolver: Resolver) -> None:
        self._countdown, self._resolver = countdown, resolver
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Raises httpcore's ConnectError, ConnectTimeout."""
        failure: Exception = httpcore.ConnectError("no address")
        for address in self._judged(host, port):
            try:
                stream = self._sockets.connect_tcp(
                    str(address), port, timeout=self._countdown.left(timeout), socket_options=socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return TimedStream(stream, self._countdown)
        raise failure

    def connect_unix_socket(self, path: str, *args: Any, **kwargs: Any) -> httpcore.NetworkStream:
        raise httpcore.ConnectError("no files")

    def _judged(self, host: str, port: int) -> Sequence[Address]:
        """What a name means, all of which may be reached. Raises httpcore's ConnectError, ConnectTimeout."""
        try:
            addresses: list[Address] = [ip_address(host)]
        except ValueError:
            said = answer_within(self._countdown.left(), lambda: list(self._resolver(host, port)))
            addresses = [ip_address(each) for each in dict.fromkeys(said)]
        if not addresses:
            raise Unconnected(OutboundFault.UNKNOWN_NAME)
        if not all(map(may_reach, addresses)):
            raise Unconnected(OutboundFault.FORBIDDEN)
        return addresses


class TimedStream(httpcore.NetworkStream):
    """A connection each of whose steps ends with the whole."""

    def __init__(self, stream: httpcore.NetworkStream, countdown: Countdown) -> None:
        self._stream, self._countdown = stream, countdown

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._countdown.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._countdown.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._countdown.left(timeout))
        return TimedStream(stream, self._countdown)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def answer_within(seconds: float, ask: Callable[[], list[str]]) -> list[str]:
    """What a question is answered in time: a resolver has no patience of its own to set.

    Nothing where it is not answered at all. Raises httpcore's ConnectTimeout.
    """
    found: list[str] = []

    def answer() -> None:
        try:
            found.extend(ask())
        except (OSError, UnicodeError):
            return

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise httpcore.ConnectTimeout("no name in time")
    return found


def names_resolved(host: str, port: int) -> list[str]:
    """The numbers of a name, as the system says."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_rest, address in found]
