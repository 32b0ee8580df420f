"""Reading from pages of other sites (CORS), and what is to go away: headers of the API's answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.http import http_date

READING = ("GET", "HEAD")
# Beyond what any page may send: conditions, and where a stream goes on.
TAKEN = "If-None-Match, If-Modified-Since, Last-Event-ID"
TOLD = (
    "ETag, Link, Location, X-Request-ID, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, "
    "Deprecation, Sunset"
)
DAY = "86400"


@dataclass(frozen=True, slots=True)
class Deprecated:
    """An operation that goes away: since when it should not be used, until when it works, what instead.

    Of a view, by method: `deprecated = {"GET": Deprecated(since, until, "/api/v1/...")}`.
    """

    since: datetime
    until: datetime
    instead: str

    @property
    def headers(self) -> dict[str, str]:
        """RFC 9745, RFC 8594 and RFC 8288."""
        return {
            "Deprecation": f"@{int(self.since.astimezone(UTC).timestamp())}",
            "Sunset": http_date(self.until.timestamp()),
            "Link": f'<{self.instead}>; rel="successor-version"',
        }


def view_of(request: HttpRequest) -> Any:
    """The class of the view that answers an address of the API; None where there is none."""
    try:
        # Known once the request has reached its view.
        found = request.resolver_match or resolve(request.path)
    except Resolver404:
        return None
    return getattr(found.func, "cls", None)


def is_read_by_all(request: HttpRequest) -> bool:
    """Whether nobody need say who they are to read an address."""
    scopes: Mapping[str, Any] = getattr(view_of(request), "scopes", {})
    return "GET" in scopes and scopes["GET"].public


def preflight_answer(request: HttpRequest) -> HttpResponse | None:
    """What a browser is told before a page of another site reads with headers of its own; else None."""
    asked = request.headers.get("Access-Control-Request-Method")
    if request.method != "OPTIONS" or asked is None:
        return None
    answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
    if asked in READING and is_read_by_all(request):
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Allow-Methods"] = ", ".join(READING)
        answer["Access-Control-Allow-Headers"] = TAKEN
        answer["Access-Control-Max-Age"] = DAY
    return answer


def add_sharing_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """To an answer that anybody may read; what is answered to a token is for its holder."""
    if request.method in READING and "Authorization" not in request.headers and is_read_by_all(request):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = TOLD


def add_deprecation_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    known: Mapping[str, Deprecated] = getattr(view_of(request), "deprecated", {})
    method = "GET" if request.method == "HEAD" else request.method or ""
    if method in known:
        for name, value in known[method].headers.items():
            response.headers[name] = value
