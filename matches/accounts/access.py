"""Pages that are not for everybody, and who is known at the doors."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, TypeVar, cast

import structlog
from allauth.account.decorators import reauthentication_required
from allauth.account.signals import password_reset as password_reset_by_mail
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from engine import RuleError
from matches.base.pages import form_faults
from matches.hooks import sign_up_invitations

from .errors import NotAllowed, NotAuthenticated, TooManyAttempts
from .models import User
from .rules.reach import without_reach
from .services import (
    DEVICE_COOKIE,
    DEVICE_KNOWN_FOR,
    device_cookie,
    login_language_set,
    login_remember,
    network_of,
    service_use_note,
)

log = structlog.get_logger(__name__)


@contextmanager
def forbid_without_role() -> Iterator[None]:
    """A page's refusal: whoever may not look gets 403, logged in or not."""
    try:
        yield
    except (NotAuthenticated, NotAllowed) as refused:
        raise PermissionDenied from refused


Form = TypeVar("Form", bound=forms.Form)

Again = Callable[[RuleError | str], HttpResponse]
"""Shows a page again, with a refusal on it."""


def form_page_status(refusal: object) -> HTTPStatus:
    return HTTPStatus.OK if refusal is None else HTTPStatus.UNPROCESSABLE_ENTITY


def login_of_page(request: HttpRequest) -> User:
    """The login behind the page; only those who have one get this far."""
    return cast(User, request.user)


def login_confirmed(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For who is logged in and has shown the password, or a passkey, lately; others are asked for it."""
    guarded: Callable[..., HttpResponse] = login_required(reauthentication_required(page))
    return guarded


INVITATION = "invitation"
"""Where a session keeps the number of the invitation whose link the visitor has opened."""


def invitation_of(request: HttpRequest) -> int | None:
    """The invitation that the visitor has opened, by which they may sign up; None without one still open."""
    number = request.session.get(INVITATION)
    return number if number is not None and sign_up_invitations().is_open(number) else None


def act_and_redirect(form: Form, act: Callable[[Form], object], again: Again, then: str) -> HttpResponse:
    """Do what a form asks and go on to the address `then`; or show the page again, and why not."""
    if not form.is_valid():
        return again(form_faults(form))
    try:
        act(form)
    except RuleError as refusal:
        return again(refusal)
    return redirect(then)


# Nobody on the way keeps what these show.
PRIVATE_PAGES = re.compile(
    r"/(?:account|login|invitations|claims|notices|sessions)/|/players/\d+/(?:manage|personal-data|sessions)/"
)


@receiver((user_logged_in, password_reset_by_mail), dispatch_uid="matches.accounts.access")
def note_known_login(sender: object, request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Whoever got in, or set a new password, is known here: guesses of others do not keep them out."""
    if not user.language:
        login_language_set(user=user, language=translation.get_language() or settings.LANGUAGE_CODE)
    if request is not None:
        login_remember(request, user)
        request.login_to_remember = user  # type: ignore[attr-defined]


class DoorMiddleware:
    """Answers attempts beyond the budget on any page, and leaves the cookie by which a device is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with without_reach():
            response = self.get_response(request)
        self.note_use(request, response)
        if PRIVATE_PAGES.match(request.path):
            add_never_cache_headers(response)
        if request.path == "/logout/" and request.method == "POST":
            # Back leads to nothing that was shown before. The device stays known.
            response["Clear-Site-Data"] = '"cache"'
        user = getattr(request, "login_to_remember", None)
        if user is not None:
            response.set_cookie(
                DEVICE_COOKIE,
                device_cookie(request, user),
                max_age=DEVICE_KNOWN_FOR,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        return response

    def note_use(self, request: HttpRequest, response: HttpResponseBase) -> None:
        """Into the log of the service account that asked, if one did. A log that fails fails no request."""
        token = getattr(request, "service_token", None)
        if token is None:
            return
        route = "" if request.resolver_match is None else request.resolver_match.route
        try:
            service_use_note(
                token=token,
                operation=f"{request.method} /{route}",
                subject=request.path,
                outcome=response.status_code,
                address=network_of(request),
            )
        except DatabaseError as error:
            log.error("service_use_not_kept", error=type(error).__name__)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyAttempts):
            return None
        context = {"wait": exception.wait, "minutes": -(-exception.wait // 60)}
        response = render(request, "accounts/too_many.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
        response["Retry-After"] = str(exception.wait)
        add_never_cache_headers(response)
        return response
