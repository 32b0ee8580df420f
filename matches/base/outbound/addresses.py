"""Addresses as somebody types them: to which requests may go, as far as that can be said of the words."""

import re
from ipaddress import ip_address

import httpx
from django.conf import settings

from matches.base.errors import ForbiddenAddress

from .networks import Address, is_public_address

LONGEST_ADDRESS = 500
PORTS = {"https": 443, "http": 80}
OPEN_PORTS = (443, 8443)
# RFC 1123, 2.1, as names are written in certificates: no empty label, none that a resolver reads otherwise.
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
# A last label of digits makes a number of the whole, in one of many notations (WHATWG URL, 3.5).
NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Names that no public resolver answers for: RFC 6761, 6762, 8375, 9476, and what operators write.
INNER_NAMES = ("localhost", "local", "internal", "home.arpa", "alt", "onion", "lan", "corp", "home")


def checked_address(typed: str) -> str:
    """An address that requests may go to, as it is kept: its name in ASCII. Raises ForbiddenAddress.

    Of a name it is known at each request only where it leads.
    """
    if len(typed) > LONGEST_ADDRESS:
        raise ForbiddenAddress(
            "The address is longer than %(most)s characters. Use a shorter one.",
            {"most": LONGEST_ADDRESS},
            address=typed[:LONGEST_ADDRESS],
        )
    if not typed.isprintable() or re.search(r"[\s\\]", typed):
        raise no_web_address(typed)
    try:
        url = httpx.URL(typed)
        host, port = url.raw_host.decode("ascii"), url.port
    except (httpx.InvalidURL, ValueError):
        raise no_web_address(typed) from None
    schemes = ("https", "http") if settings.OUTBOUND_HTTP else ("https",)
    if url.scheme not in schemes or not host:
        raise ForbiddenAddress(
            "%(address)s does not begin with https://. Use an address that does.",
            {"address": typed},
            address=typed,
        )
    if re.match(r"[^/?#]*//[^/?#]*@", typed):
        raise ForbiddenAddress(
            "%(address)s has a user name in it. Write it without one.", {"address": typed}, address=typed
        )
    if "#" in typed:
        raise ForbiddenAddress(
            "%(address)s has a # in it, which is sent to nobody. Write it without.",
            {"address": typed},
            address=typed,
        )
    check_port(typed, url.scheme, port)
    check_host(typed, host)
    return str(url)


def check_port(typed: str, scheme: str, port: int | None) -> None:
    """Raises ForbiddenAddress for a port at which no web server of another's is."""
    number = PORTS[scheme] if port is None else port
    if number == PORTS[scheme] or number in OPEN_PORTS or (settings.OUTBOUND_HIGH_PORTS and number > 1023):
        return
    raise ForbiddenAddress(
        "%(address)s names port %(port)s. Requests go to the ports %(ports)s.",
        {"address": typed, "port": number, "ports": list(OPEN_PORTS)},
        address=typed,
    )


def check_host(typed: str, host: str) -> None:
    """Raises ForbiddenAddress for a number that is not public, and a name that cannot be."""
    labels = host.split(".")
    if ":" in host or NUMERIC.fullmatch(labels[-1]):
        check_number(typed, host)
        return
    if not all(map(LABEL.fullmatch, labels)) or len(host) > 253:
        raise no_web_address(typed)
    inner = len(labels) == 1 or any(host == name or host.endswith(f".{name}") for name in INNER_NAMES)
    if inner and not settings.OUTBOUND_NETWORKS:
        raise leads_inside(typed)


def check_number(typed: str, host: str) -> None:
    """Raises ForbiddenAddress unless it is written as such numbers are, and may be reached."""
    try:
        address = ip_address(host)
    except ValueError:
        raise no_web_address(typed) from None
    if not may_reach(address):
        raise leads_inside(typed)


def no_web_address(typed: str) -> ForbiddenAddress:
    return ForbiddenAddress(
        "%(address)s is no web address. Write it as https://club.example/hook.",
        {"address": typed},
        address=typed,
    )


def leads_inside(typed: str) -> ForbiddenAddress:
    return ForbiddenAddress(
        "%(address)s leads into a network of its own. Use an address on the internet.",
        {"address": typed},
        address=typed,
    )


def may_reach(address: Address) -> bool:
    """Whether requests may go there: what is public, and what the operator allows."""
    allowed = any(address in network for network in settings.OUTBOUND_NETWORKS)
    return allowed or is_public_address(address)
