"""Requests of the service to addresses that somebody has typed: never into a network of its own.

A name is looked up once, every address it has is judged, and the connection goes to one that was judged: a
name that means something else a moment later reaches nothing. Certificates are checked against the name.
Redirects are answers like any other, proxies of the environment are not asked, and the whole exchange has
one deadline. After OWASP's cheat sheet on server side request forgery.
"""

import re
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
from django.conf import settings

from .errors import ForbiddenAddress
from .networks import Address, is_public_address

LONGEST_ADDRESS = 500
SECONDS = 10.0
ANSWER_BYTES = 1024
PORTS = {"https": 443, "http": 80}
OPEN_PORTS = (443, 8443)
# RFC 1123, 2.1, as names are written in certificates: no empty label, none that a resolver reads otherwise.
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
# A last label of digits makes a number of the whole, in one of many notations (WHATWG URL, 3.5).
NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Names that no public resolver answers for: RFC 6761, 6762, 8375, 9476, and what operators write.
INNER_NAMES = ("localhost", "local", "internal", "home.arpa", "alt", "onion", "lan", "corp", "home")

Resolver = Callable[[str, int], Iterable[str]]


class OutboundFault(StrEnum):
    """Why there was no answer."""

    FORBIDDEN = "forbidden"
    UNKNOWN_NAME = "unknown_name"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    TIMEOUT = "timeout"
    BROKEN = "broken"


class OutboundFailed(Exception):
    """There was no answer. fault: why."""

    def __init__(self, fault: OutboundFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class OutboundAnswer:
    """status: of HTTP. body: its first bytes, not decoded."""

    status: int
    body: bytes


# -- Addresses as they are typed


def checked_address(typed: str) -> str:
    """An address that requests may go to, as it is kept: its name in ASCII. Raises ForbiddenAddress.

    Of a name it is known at each request only where it leads.
    """
    if len(typed) > LONGEST_ADDRESS:
        raise forbidden(
            "The address is longer than %(most)s characters. Use a shorter one.",
            typed[:LONGEST_ADDRESS],
            most=LONGEST_ADDRESS,
        )
    if not typed.isprintable() or re.search(r"[\s\\]", typed):
        raise forbidden("%(address)s is no web address. Write it as https://club.example/hook.", typed)
    try:
        url = httpx.URL(typed)
        host, port = url.raw_host.decode("ascii"), url.port
    except (httpx.InvalidURL, ValueError):
        raise forbidden(
            "%(address)s is no web address. Write it as https://club.example/hook.", typed
        ) from None
    if url.scheme not in allowed_schemes() or not host:
        raise forbidden("%(address)s does not begin with https://. Use an address that does.", typed)
    if re.match(r"[^/?#]*//[^/?#]*@", typed):
        raise forbidden("%(address)s has a user name in it. Write it without one.", typed)
    if "#" in typed:
        raise forbidden("%(address)s has a # in it, which is sent to nobody. Write it without.", typed)
    check_port(typed, url.scheme, port)
    check_host(typed, host)
    return str(url)


def allowed_schemes() -> tuple[str, ...]:
    return ("https", "http") if settings.OUTBOUND_HTTP else ("https",)


def check_port(typed: str, scheme: str, port: int | None) -> None:
    """Raises ForbiddenAddress for a port at which no web server of another's is."""
    number = PORTS[scheme] if port is None else port
    if number == PORTS[scheme] or number in OPEN_PORTS or (settings.OUTBOUND_HIGH_PORTS and number > 1023):
        return
    raise forbidden(
        "%(address)s names port %(port)s. Requests go to the ports %(ports)s.",
        typed,
        port=number,
        ports=list(OPEN_PORTS),
    )


def check_host(typed: str, host: str) -> None:
    """Raises ForbiddenAddress for a number that is not public, and a name that cannot be."""
    if ":" in host:
        check_number(typed, host)
        return
    labels = host.split(".")
    if NUMERIC.fullmatch(labels[-1]):
        check_number(typed, host)
        return
    if not all(map(LABEL.fullmatch, labels)) or len(host) > 253:
        raise forbidden("%(address)s is no web address. Write it as https://club.example/hook.", typed)
    inner = len(labels) == 1 or any(host == name or host.endswith(f".{name}") for name in INNER_NAMES)
    if inner and not settings.OUTBOUND_NETWORKS:
        raise forbidden("%(address)s leads into a network of its own. Use an address on the internet.", typed)


def check_number(typed: str, host: str) -> None:
    """Raises ForbiddenAddress unless it is written as such numbers are, and may be reached."""
    try:
        address = ip_address(host)
    except ValueError:
        raise forbidden(
            "%(address)s is no web address. Write it as https://club.example/hook.", typed
        ) from None
    if not may_reach(address):
        raise forbidden("%(address)s leads into a network of its own. Use an address on the internet.", typed)


def forbidden(sentence: str, typed: str, **words: Any) -> ForbiddenAddress:
    return ForbiddenAddress(sentence, {"address": typed, **words}, address=typed)


def may_reach(address: Address) -> bool:
    """Whether requests may go there: what is public, and what the operator allows."""
    allowed = any(address in network for network in settings.OUTBOUND_NETWORKS)
    return allowed or is_public_address(address)


# -- One request


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
    deadline = Deadline(seconds)
    backend = GuardedBackend(deadline, resolver or names_resolved)
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
                "POST", url, headers=dict(headers), content=content, extensions={"timeout": patience}
            ) as answer,
        ):
            return OutboundAnswer(answer.status, body_begun(answer.iter_stream(), answer_bytes))
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
class Deadline:
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

    def __init__(self, deadline: Deadline, resolver: Resolver) -> None:
        self._deadline, self._resolver = deadline, resolver
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
                    str(address), port, timeout=self._deadline.left(timeout), socket_options=socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return DeadlineStream(stream, self._deadline)
        raise failure

    def connect_unix_socket(self, path: str, *args: Any, **kwargs: Any) -> httpcore.NetworkStream:
        raise httpcore.ConnectError("no files")

    def _judged(self, host: str, port: int) -> Sequence[Address]:
        """What a name means, all of which may be reached. Raises httpcore's ConnectError, ConnectTimeout."""
        try:
            addresses: list[Address] = [ip_address(host)]
        except ValueError:
            said = answer_within(self._deadline.left(), lambda: list(self._resolver(host, port)))
            addresses = [ip_address(each) for each in dict.fromkeys(said)]
        if not addresses:
            raise Unconnected(OutboundFault.UNKNOWN_NAME)
        if not all(map(may_reach, addresses)):
            raise Unconnected(OutboundFault.FORBIDDEN)
        return addresses


class DeadlineStream(httpcore.NetworkStream):
    """A connection each of whose steps ends with the whole."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.left(timeout))
        return DeadlineStream(stream, self._deadline)

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
