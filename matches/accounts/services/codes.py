"""One-time codes for who forgot the password: issued by who knows them, no mail needed."""

import secrets
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from matches.accounts.errors import NotAllowed, WrongResetCode
from matches.accounts.models import ResetCode, User
from matches.accounts.permissions import Caller, require_permission
from matches.accounts.rules.digests import secret_digest
from matches.accounts.rules.reset_codes import make_reset_code, reset_code_as_meant
from matches.accounts.selectors import login_of_name

from .doors import AnyRequest, door_enter, login_remember
from .logins import check_password_strength, password_set
from .tokens import tokens_revoke

log = structlog.get_logger(__name__)

VALID_FOR = timedelta(hours=24)

RESET_PAGE = "account_reset_password"


@transaction.atomic
def reset_code_issue(*, actor: Caller, user: User, now: datetime | None = None) -> tuple[ResetCode, str]:
    """A code with which `user` sets a new password once, within a day; it ends the one before, and only that.

    Returned with the code itself, which is not kept and cannot be shown again. Raises NotAuthenticated or
    NotAllowed.
    """
    now = now or timezone.now()
    actor = require_permission(actor, "reset_code_issue", user)
    if actor.pk == user.pk:
        raise NotAllowed(
            "%(actor)s issues no code for themselves; whoever is logged in changes the password.",
            {"actor": actor.username},
            action="reset_code_issue",
        )
    if (user.is_staff or user.is_superuser) and not actor.is_superuser:
        raise NotAllowed(
            "%(user)s is staff: only a superuser issues a code for them.",
            {"user": user.username},
            action="reset_code_issue",
        )
    if not actor.is_staff and settings.MAIL_CONFIGURED and user.email_confirmed_at is not None:
        raise NotAllowed(
            "%(user)s has a confirmed e-mail address and gets a link by mail: %(reset_page)s.",
            {"user": user.username, "reset_page": reverse(RESET_PAGE)},
            action="reset_code_issue",
        )
    if user.is_service:
        raise NotAllowed(
            "%(user)s never logs in. Issue another token for it.",
            {"user": user.shown_name},
            action="reset_code_issue",
        )
    secret = make_reset_code()
    code, _ = ResetCode.objects.update_or_create(
        user=user,
        defaults={
            "digest": secret_digest(reset_code_as_meant(secret)),
            "issued_by": actor,
            "issued_at": now,
            "expires_at": now + VALID_FOR,
        },
    )
    log.info("reset_code_issued", login=user.pk, issued_by=actor.pk)
    return code, secret


def password_reset(
    *, request: AnyRequest, username: str, code: str, password: str, now: datetime | None = None
) -> User:
    """Set a new password with a code, which ends with it, as every session and every token does.

    A second factor stays: the next login asks for it. That is let in from this address, whatever others
    guess. Raises WrongResetCode, WeakPassword or TooManyAttempts.
    """
    now = now or timezone.now()
    attempt = door_enter(request, username, code=True)
    with transaction.atomic():
        user = login_of_name(username)
        kept = None if user is None else ResetCode.objects.select_for_update().filter(user=user).first()
        digest = secret_digest(reset_code_as_meant(code))
        if (
            user is None
            or kept is None
            or not secrets.compare_digest(kept.digest, digest)
            or kept.expires_at <= now
            or not user.is_active
        ):
            raise WrongResetCode(
                "This is no code of %(username)r that still works: a code is for one login, once, within 24 "
                "hours. Ask for a new one.",
                {"username": username},
                login=username,
            )
        attempt.succeeded()
        check_password_strength(password, user)
        kept.delete()
        password_set(user, password)
        tokens_revoke(user=user)
    login_remember(request, user)
    log.info("password_reset_by_code", login=user.pk)
    return user
