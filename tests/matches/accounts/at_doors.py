"""Every door there is, and who knocks."""

import time

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.test import Client

from matches.accounts.models import User
from tests.conftest import api_as
from tests.factories import UserFactory

PASSWORD = "correct horse battery"
KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def login_with_password(username: str = "dora", **fields: object) -> User:
    login = UserFactory.build(username=username, **fields)
    login.set_password(PASSWORD)
    login.save()
    return login


def with_second_factor(login: User) -> list[str]:
    """The login asks for a code of an app now; its recovery codes."""
    TOTP.activate(login, KEY)
    return RecoveryCodes.activate(login).generate_codes()


def app_code(steps: int = 0) -> str:
    """What the authenticator app shows, now or some half minutes later."""
    return format_hotp_value(hotp_value(KEY, int(time.time()) // 30 + steps))


def forget_factors(login: User) -> None:
    Authenticator.objects.filter(user=login).delete()


def at_page(password, username="dora", client=None, **extra):
    return (client or Client()).post("/login/", {"username": username, "password": password}, **extra)


def at_tokens(password, username="dora", **extra):
    body = {"login": username, "password": password, **extra.pop("body", {})}
    return api_as(None).post("/api/v1/tokens/", body, **extra)


def logged_in(login: User, browser: str = "") -> Client:
    """A browser that has logged in with the password."""
    client = Client(headers={"User-Agent": browser})
    answer = at_page(PASSWORD, login.username, client)
    assert answer.status_code == 302, answer.content
    return client


def confirmed(login: User) -> Client:
    """A browser that has shown the password once more just now."""
    client = logged_in(login)
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/account/"})
    assert answer.status_code == 302, answer.content
    return client
