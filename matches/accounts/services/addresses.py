"""Since when a login's address has been confirmed, and how a login is closed for good."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from matches.accounts.models import ResetCode, Token, User
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


def logins_prune(now: datetime) -> None:
    """Remove what is over: sessions, where they were from, and codes."""
    Session.objects.filter(expire_date__lte=now).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    ResetCode.objects.filter(expires_at__lte=now).delete()


def log_out_everywhere(user: User) -> None:
    for session in UserSession.objects.filter(user=user):
        session.end()


@transaction.atomic
def login_wipe(user: User) -> None:
    """Close a login for good: what names its owner or lets in goes, and mails still on their way.

    What it recorded stays recorded by its number.
    """
    Token.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ResetCode.objects.filter(user=user).delete()
    Mail.objects.filter(login=user).delete()
    log_out_everywhere(user)
    # A name that nobody can register, so that none is taken.
    user.username = f"anonymised {user.pk}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.email_confirmed_at = None
    user.set_unusable_password()
    user.save()
    admin_log_rename(user, user.username)


def admin_log_rename(row: Model, name: str) -> None:
    """The admin site's own log of edits repeats names."""
    log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk))
    log.update(object_repr=name, change_message="")
