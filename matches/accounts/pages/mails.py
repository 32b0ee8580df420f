"""What is mailed: plain text, in the language of the request, signed by the installation."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class MailText(NamedTuple):
    subject: str | Promise
    body: str | Promise


_CONFIRM = MailText(
    gettext_lazy("Confirm your e-mail address"),
    gettext_lazy(
        "%(name)s, open this link to confirm that %(email)s is your address:\n\n%(link)s\n\n"
        "If you did not ask for it, do nothing: without the link nothing happens."
    ),
)

# By the names that allauth gives its mails. What is not here is not mailed.
MAILS: Mapping[str, MailText] = {
    "account/email/email_confirmation": _CONFIRM,
    "account/email/email_confirmation_signup": _CONFIRM,
    "account/email/password_reset_key": MailText(
        gettext_lazy("A new password"),
        gettext_lazy(
            "%(name)s, open this link to choose a new password:\n\n%(link)s\n\n"
            "If you did not ask for it, do nothing: your password stays as it is."
        ),
    ),
    "account/email/unknown_account": MailText(
        gettext_lazy("A new password"),
        gettext_lazy(
            "Somebody, perhaps you, asked for a new password for %(email)s. No account has this address "
            "confirmed. If you have one without, ask a director of your club for a one-time code."
        ),
    ),
    "account/email/password_changed": MailText(
        gettext_lazy("Your password was changed"),
        gettext_lazy(
            "%(name)s, your password was changed. If it was not you, choose a new one at once:\n\n%(link)s"
        ),
    ),
    "account/email/password_reset": MailText(
        gettext_lazy("Your password was changed"),
        gettext_lazy(
            "%(name)s, your password was changed. If it was not you, choose a new one at once:\n\n%(link)s"
        ),
    ),
    "account/email/password_set": MailText(
        gettext_lazy("Your password was changed"),
        gettext_lazy(
            "%(name)s, your password was changed. If it was not you, choose a new one at once:\n\n%(link)s"
        ),
    ),
    "account/email/email_changed": MailText(
        gettext_lazy("Your e-mail address was changed"),
        gettext_lazy(
            "%(name)s, the address of your account is another one now, and this one is no longer used. "
            "If it was not you, ask staff of the service."
        ),
    ),
    "account/email/email_deleted": MailText(
        gettext_lazy("Your e-mail address was removed"),
        gettext_lazy("%(name)s, this address no longer belongs to your account."),
    ),
    "mfa/email/totp_activated": MailText(
        gettext_lazy("A second factor was added"),
        gettext_lazy("%(name)s, your account now asks for a code of an authenticator app as well."),
    ),
    "mfa/email/totp_deactivated": MailText(
        gettext_lazy("A second factor was removed"),
        gettext_lazy("%(name)s, your account no longer asks for a code of an authenticator app."),
    ),
    "mfa/email/webauthn_added": MailText(
        gettext_lazy("A passkey was added"), gettext_lazy("%(name)s, your account has a new passkey.")
    ),
    "mfa/email/webauthn_removed": MailText(
        gettext_lazy("A passkey was removed"),
        gettext_lazy("%(name)s, a passkey of your account was removed."),
    ),
    "mfa/email/recovery_codes_generated": MailText(
        gettext_lazy("New recovery codes"),
        gettext_lazy("%(name)s, your account has new recovery codes; the old ones no longer work."),
    ),
}


def public_address(address: str) -> str:
    """The address as PUBLIC_URL has it: who sent the request may have named any host."""
    parts = urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.PUBLIC_URL}{parts.path}{query}"


def mail_for(kind: str, to: str, values: Mapping[str, Any]) -> EmailMessage | None:
    """The mail of this kind, ready to be sent; None if there is none."""
    text = MAILS.get(kind)
    if text is None:
        return None
    signature = _("Golden Point at %(site)s") % {"site": settings.PUBLIC_HOST}
    filled = {"email": to, **values}
    return EmailMessage(
        f"[{settings.PUBLIC_HOST}] {text.subject}", f"{text.body % filled}\n\n-- \n{signature}\n", to=[to]
    )
