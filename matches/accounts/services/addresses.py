"""Since when a login's address has been confirmed, and what of a login ends with its owner's name."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from matches.accounts.models import ResetCode, User
from matches.mails.models import Mail


@transaction.atomic
def address_confirmed_note(*, user: User, now: datetime | None = None, anew: bool = False) -> None:
    """Write since when the primary address is confirmed; None where there is none, or nobody confirmed it.

    anew: it is another address than before, or has just been confirmed. Safe to call whenever it may have
    changed.
    """
    kept = User.objects.select_for_update().get(pk=user.pk)
    confirmed = EmailAddress.objects.filter(user=user, primary=True, verified=True).exists()
    if not confirmed:
        kept.email_confirmed_at = None
    elif anew or kept.email_confirmed_at is None:
        kept.email_confirmed_at = now or timezone.now()
    kept.save(update_fields=["email_confirmed_at"])
    user.email_confirmed_at = kept.email_confirmed_at


def logins_sweep(now: datetime) -> None:
    """Remove what is over: sessions, where they were from, and codes."""
    Session.objects.filter(expire_date__lte=now).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    ResetCode.objects.filter(expires_at__lte=now).delete()


def log_out_everywhere(user: User) -> None:
    for session in UserSession.objects.filter(user=user):
        session.end()


@transaction.atomic
def login_wipe(user: User) -> None:
    """Remove what names or lets in the owner of a login who is anonymised, and mails still on their way."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ResetCode.objects.filter(user=user).delete()
    Mail.objects.filter(login=user).delete()
    log_out_everywhere(user)
    User.objects.filter(pk=user.pk).update(email="", email_confirmed_at=None)
    user.email, user.email_confirmed_at = "", None
