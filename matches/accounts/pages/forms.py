"""Forms of accounts: allauth's, with the service's doors in them."""

from collections.abc import Iterable
from typing import Any, cast

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions import forms as sessions
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect

from matches.accounts.models import User
from matches.accounts.services import is_confirmed_address, password_is_own, tokens_revoke

LONGEST_PASSWORD = 256


class LoginForm(account.LoginForm):
    """A username and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].validators.append(MaxLengthValidator(LONGEST_PASSWORD))

    def add_prefix(self, field_name: str) -> str:
        """What the browser calls it; allauth says `login`."""
        return "username" if field_name == "login" else super().add_prefix(field_name)


class SignupForm(account.SignupForm):
    """A username, a password, and an address if mails are sent from here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].validators.append(MaxLengthValidator(LONGEST_PASSWORD))
        if not settings.MAIL_CONFIGURED:
            del self.fields["email"]

    def try_save(self, request: HttpRequest) -> Any:
        try:
            return super().try_save(request)
        except IntegrityError:
            # Somebody was faster.
            messages.error(request, str(get_adapter().error_messages["username_taken"]))
            raise ImmediateHttpResponse(redirect("account_signup")) from None


class ChangePasswordForm(account.ChangePasswordForm):
    """The password that holds, and the one that shall; and whether programs are locked out too."""

    revoke_tokens = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_once(self)

    def save(self) -> None:
        with transaction.atomic():
            super().save()
            if self.cleaned_data["revoke_tokens"]:
                tokens_revoke(user=cast(User, self.user))

    def clean_oldpassword(self) -> str:
        password: str = self.cleaned_data["oldpassword"]
        if not password_is_own(context.request, cast(User, self.user), password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class SetPasswordForm(account.SetPasswordForm):
    """For a login without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_once(self)


class ResetPasswordKeyForm(account.ResetPasswordKeyForm):
    """The new password, after the link of the mail. Whoever had the old one may have made tokens, too."""

    def save(self) -> None:
        with transaction.atomic():
            super().save()
            tokens_revoke(user=cast(User, self.user))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_once(self)


class ResetPasswordForm(account.ResetPasswordForm):
    """An address; only who has confirmed it gets the link, others hear of it."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = who_confirmed(email, vars(self)["users"])
        return email


class SessionsForm(sessions.ManageUserSessionsForm):
    """Log out everywhere else, and whether programs are locked out too."""

    revoke_tokens = forms.BooleanField(required=False, initial=True)

    def save(self, request: HttpRequest) -> None:
        super().save(request)
        if self.cleaned_data["revoke_tokens"]:
            tokens_revoke(user=cast(User, request.user))


class ResetCodeForm(forms.Form):
    """Whose code is to be issued."""

    login = forms.CharField(max_length=150)


class CodePasswordForm(forms.Form):
    """A one-time code, and the password it sets."""

    login = forms.CharField(max_length=150)
    code = forms.CharField(max_length=64)
    password = forms.CharField(max_length=LONGEST_PASSWORD, strip=False)


def who_confirmed(email: str, users: Iterable[User]) -> list[User]:
    """Those whose address this is now, and who have shown it."""
    return [user for user in users if is_confirmed_address(user, email)]


def _ask_once(form: forms.Form) -> None:
    """Browsers show what is typed, and keep it; nobody types it twice."""
    form.fields.pop("password2", None)
    form.fields["password1"].validators.append(MaxLengthValidator(LONGEST_PASSWORD))
