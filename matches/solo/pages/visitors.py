"""Who plays: a login, or a browser that comes again."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from matches.accounts.models import User
from matches.solo.models import VISITOR_KEY

COOKIE = "solo_visitor"
KEPT = timedelta(days=365)


def player_login(request: HttpRequest) -> User | None:
    """The login that plays; None of a visitor."""
    return request.user if isinstance(request.user, User) else None


def visitor_key(request: HttpRequest) -> str:
    """By what a browser without a login is known again; "" where it is not."""
    sent = request.COOKIES.get(COOKIE, "")
    return sent if len(sent) == VISITOR_KEY and sent.isascii() else ""


def remember_visitor(response: HttpResponse, key: str) -> None:
    """Have the browser say next time that it is the same."""
    response.set_cookie(
        COOKIE,
        key,
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        path="/play/",
    )
