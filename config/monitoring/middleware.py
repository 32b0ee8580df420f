"""Counts requests and measures them, before everything else that they pass."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from matches.base.pages import IN_PROGRESS

from .catalogue import REQUEST_SECONDS, REQUESTS
from .tally import tally

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Measured:
    """By the names of addresses, never by what stood in one: there are so many series and no more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began, status = tally.begin_request(), "5xx"
        request.META[IN_PROGRESS] = tally.in_progress
        try:
            response = self.get_response(request)
            status = f"{response.status_code // 100}xx"
        finally:
            method = request.method if request.method in METHODS else "other"
            tally.end_request(began, REQUESTS, REQUEST_SECONDS, str(method), route_of(request), status)
        return response


def route_of(request: HttpRequest) -> str:
    """The name of the address, with that of its group; what no view was asked for is "static" or "none"."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return "static" if request.path.startswith("/static/") else "none"
