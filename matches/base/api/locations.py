"""`Location`: where what a request has made can be read from now on."""

from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

MADE = (HTTPStatus.CREATED, HTTPStatus.ACCEPTED)


def location_of(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """The address of what is answered, where its serializer names one (`address`, a name in the room's urls).

    Else the nearest one at or above the request's at which something is read: a bid is seen among the bids.
    """
    # An answer that is sent again has its own.
    if response.status_code not in MADE or "Location" in response.headers:
        return None
    shown = getattr(response, "data", None)
    address = getattr(getattr(shown, "serializer", None), "address", None)
    if address is None or not isinstance(shown, dict):
        return readable_address(request.path)
    around = request.resolver_match.kwargs.values() if request.resolver_match else ()
    return address_of_row(address, shown.get("id"), [*around])


def address_of_row(name: str, number: int | None, around: Sequence[Any]) -> str:
    """Of a row by its number; with that of what the request is about before it; or of the caller."""
    for numbers in ([number], [*around[:1], number]):
        with suppress(NoReverseMatch):
            return reverse(name, args=numbers)
    return reverse(name)


def readable_address(path: str) -> str | None:
    while path.count("/") > 1:
        try:
            view = getattr(resolve(path).func, "cls", None)
        except Resolver404:
            view = None
        if hasattr(view, "get"):
            return path
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return None
