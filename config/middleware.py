"""What every request passes: the gate before everything else, and the id of the request with every answer."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import structlog
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import is_valid_path
from django_htmx.middleware import HtmxMiddleware
from django_structlog.middlewares import RequestMiddleware
from django_structlog.signals import bind_extra_request_finished_metadata
from rest_framework.permissions import SAFE_METHODS

from config.errors import problem_for_exception, problem_http_response
from config.secret_paths import path_as_logged
from matches.base.api.locations import location_of
from matches.base.api.sharing import add_deprecation_headers, add_sharing_headers, preflight_answer
from matches.base.problems import problem_object
from matches.base.times import read_in_zone, time_zones
from matches.idempotency.api import IDEMPOTENCY_KEY, KeyedRequest

Next = Callable[[HttpRequest], HttpResponseBase]


class Gate:
    """Refuses, unread, a body that is too large or does not say how large it is."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        declared = request.META.get("CONTENT_LENGTH") or "0"
        size = int(declared) if declared.isdecimal() else 0
        if size > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return problem_http_response(
                problem_object(
                    code="request_too_large",
                    status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                    title="The request is too large",
                    detail=f"The request has {size} bytes, more than are read. A transcript is of one match, "
                    "and a picture can be made smaller.",
                    maximum=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
                )
            )
        # Such a body would be taken for an empty one.
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            return problem_http_response(
                problem_object(
                    code="length_required",
                    status=HTTPStatus.LENGTH_REQUIRED,
                    detail="Send the body with its Content-Length, not in chunks.",
                )
            )
        return self.get_response(request)


# The page that describes the API is one for people.
PAGES_OF_PROGRAMS = "/api/v1/docs/"


def is_for_programs(path: str) -> bool:
    """Whether programs are answered there, who are known by a token and keep no cookies."""
    return path.startswith("/api/") and not path.startswith(PAGES_OF_PROGRAMS)


class PagesAlone:
    """Before middleware that only pages need: no other request goes through it."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if is_for_programs(request.path):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Sessions(PagesAlone, SessionMiddleware):
    """Who has logged in."""


class PageLogins(PagesAlone, AuthenticationMiddleware):
    """The login of a session; that of a token is found by the API."""


class PageMessages(PagesAlone, MessageMiddleware):
    """What the next page says of what was done; a program has none, and what is said to it is lost."""

    def __call__(self, request: HttpRequest) -> Any:
        request._messages = LostMessages()  # type: ignore[attr-defined]
        return super().__call__(request)


class LostMessages:
    """Takes what allauth would say on a page, and says it nowhere."""

    def add(self, *args: Any, **kwargs: Any) -> None:
        return


class LoadedParts(CSPMiddleware):
    """What a page may load, as the settings say; what a program is answered loads nothing at all."""

    def __call__(self, request: HttpRequest) -> Any:
        if not is_for_programs(request.path):
            return super().__call__(request)
        response: HttpResponseBase = self.get_response(request)  # type: ignore[assignment]
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        return response


class PageParts(PagesAlone, HtmxMiddleware):
    """What a page asks for of itself."""


class ReaderZone:
    """Pages say times in the zone of whoever reads; what programs are answered stays in UTC.

    Pictures say none, and are the same for everybody: who reads is not even asked for.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(("/api/", "/pictures/")):
            return self.get_response(request)
        own = getattr(request.user, "time_zone", "") or request.COOKIES.get("time_zone", "")
        known = own in time_zones()
        with read_in_zone(own if known else settings.READER_TIME_ZONE, known=known):
            return self.get_response(request)


class PageAbove:
    """Leads a reader on from an address that is for sending only to the page above it.

    Whoever is shown there why something was refused, and reloads the page or changes its language, asks for
    what only takes forms. A program is told so, and the one that refreshes a page leaves it as it is.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and is_reader(request):
            return HttpResponseRedirect(page_above(request.path))
        return response


def is_reader(request: HttpRequest) -> bool:
    """Whether a person looks at an address in a browser."""
    if request.path.startswith(("/api/", "/events/")) or getattr(request, "htmx", False):
        return False
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")


def page_above(path: str) -> str:
    """The nearest address above this one at which there is something."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path


class RequestLog(RequestMiddleware):
    """A log line for each request when it is over, by path alone: behind the question mark may be a secret.

    That it has begun is logged at the level DEBUG.
    """

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {path_as_logged(request.path)}"


@receiver(bind_extra_request_finished_metadata, dispatch_uid="config.middleware")
def log_user_agent(sender: object, request: HttpRequest, log_kwargs: dict[str, Any], **kwargs: Any) -> None:
    log_kwargs["user_agent"] = request.META.get("HTTP_USER_AGENT")


class RequestId:
    """Gives the caller the id under which the request stands in the log and with the facts it wrote."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = str(structlog.contextvars.get_contextvars().get("request_id", ""))
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response


class WriteOnce:
    """Ends the transaction of a write with an `Idempotency-Key`: its effect and its answer, or neither."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = request.headers.get(IDEMPOTENCY_KEY)
        if key is None or request.method in SAFE_METHODS or not request.path.startswith("/api/"):
            return self.get_response(request)
        keyed = request.keyed = KeyedRequest(request, key)  # type: ignore[attr-defined]
        try:
            with keyed.transaction:
                response = self.get_response(request)
                keyed.finish(response)
        except OperationalError as error:
            # Of the commit: the view has answered before.
            return database_unavailable(error)
        return response


class SharedReads:
    """Lets pages of other sites read what is public, and says of what goes away until when it works."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/api/v1/"):
            return self.get_response(request)
        if preflight := preflight_answer(request):
            return preflight
        response = self.get_response(request)
        add_sharing_headers(request, response)
        add_deprecation_headers(request, response)
        return response


class Located:
    """Says with what was made where it is. Inside of WriteOnce, which keeps that with the answer."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path.startswith("/api/") and (location := location_of(request, response)):
            response.headers["Location"] = location
        return response


def database_unavailable(error: OperationalError) -> HttpResponseBase:
    problem = problem_for_exception(error)
    assert problem is not None
    response = problem_http_response(problem)
    response["Retry-After"] = "2"
    return response
