"""The tokens that logins carry."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import Token, User

# How stale a token's `last_used_at` may get before a request bothers to write it.
USE_RECORDED_EVERY = timedelta(minutes=5)


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def token_issue(
    *, user: User, name: str, scopes: list[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """Issue a bearer token; returns it with its secret, which is not kept and cannot be shown again."""
    secret = f"gp_{secrets.token_urlsafe(32)}"
    token = Token.objects.create(
        user=user,
        name=name,
        prefix=secret[:10],
        digest=token_digest(secret),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    return token, secret


@transaction.atomic
def token_revoke(*, token: Token) -> None:
    token.delete()


def token_used(*, token: Token, now: datetime | None = None) -> None:
    """Note that a token was used, at most every few minutes."""
    now = now or timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USE_RECORDED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
