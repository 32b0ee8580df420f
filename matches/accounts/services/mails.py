"""What is mailed to owners of accounts, and the links in it, which are secrets: made when a mail is sent."""

from collections.abc import Mapping

from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.urls import reverse
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.hooks import MailKind


def confirmation_link(login: User | None, to: str) -> str | None:
    """The page that confirms an address, for three days; None once it is confirmed, or another's."""
    address = EmailAddress.objects.filter(user=login, email__iexact=to, verified=False).first()
    if address is None:
        return None
    return reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])


def reset_link(login: User | None, to: str) -> str | None:
    """The page that sets a new password, once, within three days; None for another's address."""
    if login is None or not is_confirmed_address(login, to):
        return None
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(login)
    uid = user_pk_to_url_str(login)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})


def is_confirmed_address(login: User, email: str) -> bool:
    """Whether it is the login's address now, and its owner has shown it."""
    return login.email_confirmed_at is not None and login.email.lower() == email.lower()


CONFIRM = MailKind(
    gettext_lazy("Confirm your e-mail address"),
    gettext_lazy(
        "%(name)s, open this link to confirm that %(email)s is your address:\n\n%(link)s\n\n"
        "If you did not ask for it, do nothing: without the link nothing happens."
    ),
    confirmation_link,
)

PASSWORD_CHANGED = MailKind(
    gettext_lazy("Your password was changed"),
    gettext_lazy(
        "%(name)s, your password was changed. If it was not you, choose a new one at once:\n\n%(link)s"
    ),
    lambda login, to: reverse("account_reset_password"),
)

# By the names that allauth gives its mails. What is not here is not mailed.
MAILS: Mapping[str, MailKind] = {
    "account/email/email_confirmation": CONFIRM,
    "account/email/email_confirmation_signup": CONFIRM,
    "account/email/password_reset_key": MailKind(
        gettext_lazy("A new password"),
        gettext_lazy(
            "%(name)s, open this link to choose a new password:\n\n%(link)s\n\n"
            "If you did not ask for it, do nothing: your password stays as it is."
        ),
        reset_link,
    ),
    "account/email/unknown_account": MailKind(
        gettext_lazy("A new password"),
        gettext_lazy(
            "Somebody, perhaps you, asked for a new password for %(email)s. No account has this address "
            "confirmed. If you have one without, ask a director of your club for a one-time code."
        ),
    ),
    "account/email/password_changed": PASSWORD_CHANGED,
    "account/email/password_reset": PASSWORD_CHANGED,
    "account/email/password_set": PASSWORD_CHANGED,
    "account/email/email_changed": MailKind(
        gettext_lazy("Your e-mail address was changed"),
        gettext_lazy(
            "%(name)s, the address of your account is another one now, and this one is no longer used. "
            "If it was not you, ask staff of the service."
        ),
    ),
    "account/email/email_deleted": MailKind(
        gettext_lazy("Your e-mail address was removed"),
        gettext_lazy("%(name)s, this address no longer belongs to your account."),
    ),
    "mfa/email/totp_activated": MailKind(
        gettext_lazy("A second factor was added"),
        gettext_lazy("%(name)s, your account now asks for a code of an authenticator app as well."),
    ),
    "mfa/email/totp_deactivated": MailKind(
        gettext_lazy("A second factor was removed"),
        gettext_lazy("%(name)s, your account no longer asks for a code of an authenticator app."),
    ),
    "mfa/email/webauthn_added": MailKind(
        gettext_lazy("A passkey was added"), gettext_lazy("%(name)s, your account has a new passkey.")
    ),
    "mfa/email/webauthn_removed": MailKind(
        gettext_lazy("A passkey was removed"),
        gettext_lazy("%(name)s, a passkey of your account was removed."),
    ),
    "mfa/email/recovery_codes_generated": MailKind(
        gettext_lazy("New recovery codes"),
        gettext_lazy("%(name)s, your account has new recovery codes; the old ones no longer work."),
    ),
}
