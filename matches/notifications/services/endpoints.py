"""Where push services of browsers are: on the internet, by https, in no network of the service itself."""

import socket
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx
from django.conf import settings

from matches.notifications.errors import InvalidSubscription

PATIENCE = httpx.Timeout(10.0)
LONGEST = 1000


def checked_endpoint(endpoint: str) -> str:
    """An endpoint that messages may go to. Raises InvalidSubscription.

    A name is looked up: every address it has must be one that is the same for everybody on the internet.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise no_push_service(endpoint) from None
    if host in settings.PUSH_TRUSTED_HOSTS:
        return endpoint
    if parts.scheme != "https" or port not in (None, 443) or parts.username or len(endpoint) > LONGEST:
        raise no_push_service(endpoint)
    if not all(ip_address(address).is_global for address in addresses_of(host)):
        raise no_push_service(endpoint)
    return endpoint


def addresses_of(host: str) -> list[str]:
    """Raises InvalidSubscription for a name that nothing is called."""
    try:
        found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise no_push_service(host) from None
    return [str(address[0]).partition("%")[0] for *_rest, address in found]


def no_push_service(endpoint: str) -> InvalidSubscription:
    return InvalidSubscription(
        "%(endpoint)s is no address of a push service: those begin with https:// and are on the internet.",
        {"endpoint": endpoint[:LONGEST]},
        field="endpoint",
    )


def endpoint_post(endpoint: str, content: bytes, headers: Mapping[str, str]) -> int:
    """Hand something to a push service: the status of its answer; a redirect is an answer like any other.

    Raises InvalidSubscription for one that leads elsewhere by now, httpx.HTTPError where there is no answer.
    """
    checked_endpoint(endpoint)
    with httpx.Client(timeout=PATIENCE, follow_redirects=False, trust_env=False) as client:
        return client.post(endpoint, content=content, headers=dict(headers)).status_code
