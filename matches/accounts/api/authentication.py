"""Bearer tokens: `Authorization: Bearer gp_...`."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from matches.accounts.errors import InvalidToken, MissingScope, NotAuthenticated
from matches.accounts.models import Token, User
from matches.accounts.permissions import Caller
from matches.accounts.selectors import token_by_secret
from matches.accounts.services import token_digest, token_used

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
        token = token_by_secret(token_digest(parts[1].decode(errors="replace")), now)
        if token is None:
            raise InvalidToken(
                "This token is unknown, revoked or expired. POST /api/v1/tokens/ issues a new one."
            )
        token_used(token=token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class HasScope(BasePermission):
    """Reading is free; writing takes a token with the view's `write_scope`, `direct` unless it names one.

    None opens a view to those who have no token yet.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        safe = request.method in SAFE_METHODS
        needed = Token.Scope.READ if safe else getattr(view, "write_scope", Token.Scope.DIRECT)
        token: Any = request.auth
        if needed is None or (token is None and needed == Token.Scope.READ):
            return True
        if token is None:
            raise NotAuthenticated
        require_scope(token, needed)
        return True


def require_scope(token: Any, scope: Token.Scope) -> None:
    """Raises MissingScope."""
    if scope not in token.scopes:
        raise MissingScope(
            f"This takes the scope {scope!s}; the token has {', '.join(token.scopes) or 'none'}.",
            needed=str(scope),
            scopes=token.scopes,
        )


def request_viewer(request: Request) -> Caller:
    """Who asks, where nobody need be logged in."""
    return request.user if isinstance(request.user, User) else AnonymousUser()


def require_caller(request: Request) -> User:
    """The login behind the request. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
