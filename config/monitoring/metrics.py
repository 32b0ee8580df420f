"""`/metrics`, for whoever collects them: Prometheus, or what reads its format."""

import hmac
from http import HTTPStatus
from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from config.errors import problem_http_response
from matches.base.problems import problem_object

from .exposition import metrics_text


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """How much of everything there is, for who has the token; for nobody where none is set.

    Without one this machine reads them all the same, unless it is a server's.
    """
    if not settings.METRICS_TOKEN:
        if not is_of_this_machine(request):
            raise Http404
    elif not has_token(request.headers.get("Authorization", "")):
        refused = problem_http_response(
            problem_object(
                code="not_authenticated",
                status=HTTPStatus.UNAUTHORIZED,
                detail="Metrics are for who sends METRICS_TOKEN as a bearer token.",
            )
        )
        refused["WWW-Authenticate"] = "Bearer"
        return refused
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)


def has_token(authorization: str) -> bool:
    scheme, _, token = authorization.partition(" ")
    # As bytes: letters beyond ASCII cannot be compared otherwise.
    is_it = hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
    return is_it and scheme.lower() == "bearer"


def is_of_this_machine(request: HttpRequest) -> bool:
    """Whether it comes from here, on a laptop. Behind a proxy everybody would."""
    if settings.PRODUCTION or settings.BEHIND_PROXY or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
