"""The tokens that logins carry."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from matches.accounts.errors import InvalidTokenLimit
from matches.accounts.models import ServiceUse, Token, User
from matches.accounts.permissions import place_model
from matches.accounts.rules.digests import secret_digest
from matches.accounts.rules.reach import Place
from matches.base.errors import CodeWord

log = structlog.get_logger(__name__)

# How stale a token's `last_used_at` may get before a request bothers to write it.
USE_RECORDED_EVERY = timedelta(minutes=5)


@transaction.atomic
def token_issue(
    *,
    user: User,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None = None,
    place: Place | None = None,
) -> tuple[Token, str]:
    """Issue a bearer token; returns it with its secret, which is not kept and cannot be shown again.

    place: the club or tournament that it is limited to. Raises InvalidTokenLimit.
    """
    kept = set(scopes)
    if place is not None:
        check_token_limit(kept, place)
    secret = f"gp_{secrets.token_urlsafe(32)}"
    kind, number = place or ("", None)
    token = Token.objects.create(
        user=user,
        name=name,
        prefix=secret[:10],
        digest=secret_digest(secret),
        scopes=sorted(kept),
        expires_at=expires_at,
        place=kind,
        place_number=number,
    )
    return token, secret


def check_token_limit(scopes: Iterable[str], place: Place) -> None:
    """Raises InvalidTokenLimit."""
    kind, number = place
    if Token.Scope.ACCOUNT in scopes:
        raise InvalidTokenLimit(
            "A token that is limited to a %(kind)s holds no scope account, for an account belongs to none. "
            "Leave the scope out, or the limit.",
            {"kind": CodeWord(kind, "token_place")},
        )
    if not place_model(kind)._default_manager.filter(pk=number).exists():
        raise InvalidTokenLimit(
            "There is no %(kind)s %(number)s to limit a token to.",
            {"kind": CodeWord(kind, "token_place"), "number": number},
            **{kind: number},
        )


@transaction.atomic
def token_revoke(*, token: Token) -> None:
    token.delete()


def tokens_revoke(*, user: User, but: Token | None = None) -> int:
    """Revoke the tokens of a login, but for the one that asks; returns how many there were."""
    tokens = Token.objects.filter(user=user)
    if but is not None:
        tokens = tokens.exclude(pk=but.pk)
    count, _ = tokens.delete()
    if count:
        log.info("tokens_revoked", login=user.pk, count=count)
    return count


def token_used(*, token: Token, address: str = "", now: datetime | None = None) -> None:
    """Note that a token was used, and from which network, at most every few minutes."""
    now = now or timezone.now()
    stale = token.last_used_at is None or now - token.last_used_at > USE_RECORDED_EVERY
    if stale or token.last_used_from != address:
        Token.objects.filter(pk=token.pk).update(last_used_at=now, last_used_from=address)


# -- What service accounts do

USES_KEPT_FOR = timedelta(days=90)

# Of each service account, however much it asks.
MOST_USES = 20_000


def service_use_note(
    *, token: Token, operation: str, subject: str, outcome: int, address: str, now: datetime | None = None
) -> None:
    """Count what a service account's token did: one row for the same in an hour."""
    now = now or timezone.now()
    key = {
        "login": token.user,
        "token_prefix": token.prefix,
        "hour": now.replace(minute=0, second=0, microsecond=0),
        "operation": operation[:160],
        "subject": subject[:200],
        "outcome": outcome,
        "address": address,
    }
    with transaction.atomic():
        use, made = ServiceUse.objects.select_for_update().get_or_create(**key, defaults={"last_at": now})
        if not made:
            use.count += 1
            use.last_at = now
            use.save(update_fields=["count", "last_at"])


def service_uses_prune(now: datetime) -> None:
    """Forget what is older than 90 days, and the oldest of who did more than is kept."""
    ServiceUse.objects.filter(last_at__lt=now - USES_KEPT_FOR).delete()
    for login in User.objects.exclude(service_name="").values_list("pk", flat=True):
        uses = ServiceUse.objects.filter(login=login).order_by("-last_at", "-pk")
        first_beyond = uses.values_list("last_at", flat=True)[MOST_USES : MOST_USES + 1].first()
        if first_beyond is not None:
            uses.filter(last_at__lte=first_beyond).delete()
