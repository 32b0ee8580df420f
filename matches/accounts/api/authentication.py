"""Bearer tokens: `Authorization: Bearer gp_...`."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from matches.accounts.errors import InvalidToken, NotAuthenticated
from matches.accounts.models import Token, User
from matches.accounts.permissions import Caller, delegation_of, missing_scope
from matches.accounts.rules.digests import secret_digest
from matches.accounts.rules.reach import Reach, bind_reach, current_reach
from matches.accounts.selectors import token_by_secret
from matches.accounts.services import network_of, token_used

from .scopes import scopes_needed

if TYPE_CHECKING:
    # REST framework loads this module while it loads its views.
    from rest_framework.views import APIView


class BearerAuthentication(BaseAuthentication):
    """Without the header a request is anonymous; with a bad token it is refused, not taken for anonymous."""

    keyword = b"bearer"

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != self.keyword:
            return None
        if len(parts) != 2:
            raise InvalidToken("The header should read: Authorization: Bearer <token>.")
        now = timezone.now()
        token = token_by_secret(secret_digest(parts[1].decode(errors="replace")), now)
        if token is None:
            raise InvalidToken(
                "This token is unknown, revoked or expired. POST /api/v1/tokens/ issues a new one."
            )
        if token.user.is_service:
            request._request.service_token = token  # type: ignore[attr-defined]
            if delegation_of(token.user) is None:
                raise InvalidToken(
                    "%(user)s has ended or expired, or nobody who runs the club answers for it any more. "
                    "Ask a director of the club for another.",
                    {"user": token.user.shown_name},
                )
        token_used(token=token, address=network_of(request), now=now)
        bind_reach(Reach(token.user.pk, frozenset(token.scopes), place=token.limited_to))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class HasScope(BasePermission):
    """The token holds a scope that the view names for the method; without a token only what is public.

    A view that names none answers nobody (`check_scopes` finds it before).
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        needed = scopes_needed(view, request.method or "")
        token: Any = request.auth
        if needed is None:
            # A method that the view does not have: it answers 405.
            return not hasattr(view, (request.method or "").lower())
        if needed.public and (token is None or not needed.scopes):
            return True
        if token is None:
            raise NotAuthenticated
        if set(needed.scopes).isdisjoint(token.scopes):
            raise missing_scope(" or ".join(needed.scopes), token.scopes)
        reach = current_reach()
        if reach is not None:
            reach.needed = needed.scopes
        return True


def require_scope(token: Any, scope: str) -> None:
    """For an operation that takes one scope or another, by what is sent. Raises MissingScope."""
    if token is not None and scope not in token.scopes:
        raise missing_scope(scope, token.scopes)


def request_viewer(request: Request) -> Caller:
    """Who asks, where nobody need be logged in."""
    return request.user if isinstance(request.user, User) else AnonymousUser()


def require_caller(request: Request) -> User:
    """The login behind the request. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
