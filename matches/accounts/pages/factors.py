"""Forms of second factors and passkeys: allauth's, with the service's doors in them.

Apart from the others, as their views are: what passkeys need is a third of a second's loading, and nobody who
starts the service waits for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_factor_adapter
from allauth.mfa.base import forms as factors
from allauth.mfa.webauthn import forms as passkeys

from matches.accounts.models import User
from matches.accounts.services import door_enter, is_first_use


class AuthenticateForm(factors.AuthenticateForm):
    """The second factor of a login: counted with the passwords before it is looked at."""

    def clean_code(self) -> str:
        attempt = door_enter(context.request, self.user.username)
        code: str = super().clean_code()
        check_first_use(self.user, code)
        attempt.succeeded()
        return code


class ReauthenticateForm(factors.ReauthenticateForm):
    """The second factor of who is logged in: counted likewise."""

    def clean_code(self) -> str:
        attempt = door_enter(context.request, self.user.username)
        code: str = super().clean_code()
        check_first_use(self.user, code)
        attempt.succeeded()
        return code


def check_first_use(user: User, code: str) -> None:
    """Raises what a wrong code does."""
    if not is_first_use(user, code):
        raise get_factor_adapter().validation_error("incorrect_code")


# What fido2 raises over JSON that is no answer of a passkey, and allauth does not expect.
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)


@contextmanager
def passkey_readable() -> Iterator[None]:
    """Whatever is sent in place of a passkey's answer is refused in words."""
    try:
        yield
    except UNREADABLE:
        raise get_factor_adapter().validation_error("incorrect_code") from None


class ReadableCredential:
    """Of forms that take a passkey's answer in place of a password or beside one."""

    def clean_credential(self) -> Any:
        with passkey_readable():
            return super().clean_credential()  # type: ignore[misc]


class PasskeyForm(ReadableCredential, passkeys.AuthenticateWebAuthnForm):
    """A passkey as second factor."""


class PasskeyLoginForm(ReadableCredential, passkeys.LoginWebAuthnForm):
    """A passkey in place of a password."""


class PasskeyAgainForm(ReadableCredential, passkeys.ReauthenticateWebAuthnForm):
    """A passkey of who is logged in."""


class PasskeyAddForm(passkeys.AddWebAuthnForm):
    """A new passkey."""

    def clean(self) -> Any:
        with passkey_readable():
            return super().clean()
