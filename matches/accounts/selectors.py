"""Logins by name, tokens by their secret."""

from datetime import datetime

from django.db.models import Q

from .errors import UnknownLogin
from .models import Token, User


def login_named(username: str) -> User:
    """The login of this name, whatever its capitals: one query. Raises UnknownLogin."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise UnknownLogin(f"There is no login {username!r}.", username=username)
    return user


def token_by_secret(digest: str, now: datetime) -> Token | None:
    """The token with this SHA-256, with its login, unless it has expired: one query."""
    return (
        Token.objects.select_related("user__player")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), digest=digest, user__is_active=True)
        .first()
    )
