"""What allauth asks of the service: who may sign up, what is said, what is mailed."""

import ipaddress
from typing import TYPE_CHECKING, Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed, email_removed
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.throttling import BaseThrottle

from engine import RuleError
from matches.accounts.access import invitation_of
from matches.accounts.models import User
from matches.accounts.services import address_confirmed_note, password_set, username_checked
from matches.mails.services import mail_queue

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

# Said after something was done, by the names of allauth's templates. What is not here goes without saying.
NOTICES: dict[str, str | Promise] = {
    "account/messages/email_confirmation_failed.txt": gettext_lazy("That address could not be confirmed."),
    "account/messages/email_confirmation_sent.txt": gettext_lazy("A mail is on its way to you."),
    "account/messages/email_confirmed.txt": gettext_lazy("Your address is confirmed."),
    "account/messages/email_deleted.txt": gettext_lazy("The address was removed."),
    "account/messages/password_changed.txt": gettext_lazy("Your password was changed."),
    "account/messages/password_set.txt": gettext_lazy("Your password was changed."),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy("There are new recovery codes. Keep them."),
    "mfa/messages/totp_activated.txt": gettext_lazy("The authenticator app was added."),
    "mfa/messages/totp_deactivated.txt": gettext_lazy("The authenticator app was removed."),
    "mfa/messages/webauthn_added.txt": gettext_lazy("The passkey was added."),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey was removed."),
    "usersessions/messages/sessions_logged_out.txt": gettext_lazy("The other devices were logged out."),
}


class AccountAdapter(DefaultAccountAdapter):
    """Logins with a username; an e-mail address if they like."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed."),
        "duplicate_email": gettext_lazy("That is your address already."),
        "enter_current_password": gettext_lazy("That is not your password."),
        "incorrect_code": gettext_lazy("That code is not right, or no longer."),
        "incorrect_password": gettext_lazy("That is not your password."),
        "invalid_password_reset": gettext_lazy("This link no longer works. Ask for a new one."),
        "same_as_current": gettext_lazy("That is your address already."),
        "username_password_mismatch": gettext_lazy("Wrong username or password."),
        "username_taken": gettext_lazy("That username is taken, or looks like one that is."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        if settings.REGISTRATION == "invited":
            return invitation_of(request) is not None
        return bool(settings.REGISTRATION == "open")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return username_checked(username)
        except RuleError as refused:
            if refused.code == "username_taken":
                raise self.validation_error("username_taken") from None
            raise ValidationError(
                _("A username has letters of one script, digits and @ . + - _ only.")
            ) from refused

    def set_password(self, user: "AbstractBaseUser", password: str) -> None:
        password_set(cast(User, user), password)

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the doors see it; 0.0.0.0 where there is none."""
        ident = str(BaseThrottle().get_ident(cast(Any, request)) or "").partition("%")[0]
        try:
            return str(ipaddress.ip_address(ident))
        except ValueError:
            return "0.0.0.0"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("pages-matches:account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        if self.request.user.is_authenticated:
            return reverse("pages-matches:account")
        return reverse("account_login")

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages alone speak to it; a passkey asks for its challenge by JSON."""
        return request.headers.get("Accept") == "application/json"

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        said = message or NOTICES.get(message_template or "")
        if said:
            messages.add_message(request, level, str(said), extra_tags=extra_tags)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: "AbstractBaseUser",
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """To an address that was confirmed: another's owner has no part in it."""
        login = cast(User, user)
        if email is None and login.email_confirmed_at is not None:
            email = login.email
        if email:
            self.send_mail(template_prefix, email, {"user": login, **(context or {})})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """By a worker, with a link of its own: the one that was made for it is dropped."""
        mail_queue(kind=template_prefix, to=email, login=context.get("user"))


class FactorAdapter(DefaultMFAAdapter):
    """Second factors and passkeys of this installation, whatever host a request names."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": gettext_lazy("Add an authenticator app or a passkey first."),
        "incorrect_code": gettext_lazy("That code is not right, or no longer."),
    }

    def get_totp_issuer(self) -> str:
        return f"Golden Point ({settings.PUBLIC_HOST})"

    def _get_user_identifier(self, user: "AbstractBaseUser") -> str:
        return cast(User, user).username

    def generate_authenticator_name(self, user: "AbstractBaseUser", type: Any) -> str:
        count = len(self.keys_of(user, type)) + 1
        return _("Passkey %(number)s") % {"number": count}

    def keys_of(self, user: "AbstractBaseUser", kind: Any) -> list[Any]:
        from allauth.mfa.models import Authenticator  # it asks for this adapter while it is loaded

        return list(Authenticator.objects.filter(user_id=user.pk, type=kind))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": passkey_domain(), "name": "Golden Point"}


def passkey_domain() -> str:
    """The domain that passkeys are for. No passkey is for a bare address: there it is that of the request."""
    try:
        ipaddress.ip_address(settings.PUBLIC_HOST)
    except ValueError:
        return str(settings.PUBLIC_HOST)
    return str(context.request.get_host()).partition(":")[0]


@receiver((email_confirmed, email_changed), dispatch_uid="matches.accounts.pages.adapters")
def note_address_confirmed(sender: object, **kwargs: Any) -> None:
    address = kwargs.get("email_address") or kwargs["to_email_address"]
    address_confirmed_note(user=address.user, anew=True)


@receiver(email_removed, dispatch_uid="matches.accounts.pages.adapters")
def note_address_removed(sender: object, user: User, **kwargs: Any) -> None:
    address_confirmed_note(user=user)
