"""Addresses of accounts: the API's under /api/v1/, the pages' under /, and allauth's by its names."""

from collections.abc import Callable

from allauth.account import views as account
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import include, path, re_path
from django.utils.module_loading import import_string

from .api.logins import LoginsView, MeView, TokensView, TokenView
from .api.passwords import OwnPasswordView, PasswordResetsView, ResetCodesView
from .pages import accounts

api = [
    path("logins/", LoginsView.as_view(), name="logins"),
    path("tokens/", TokensView.as_view(), name="tokens"),
    path("tokens/<int:pk>/", TokenView.as_view(), name="token"),
    path("me/", MeView.as_view(), name="me"),
    path("me/password/", OwnPasswordView.as_view(), name="own-password"),
    path("reset-codes/", ResetCodesView.as_view(), name="reset-codes"),
    path("password-resets/", PasswordResetsView.as_view(), name="password-resets"),
]

pages = [
    path("account/", accounts.account_page, name="account"),
    path("account/time-zone/", accounts.time_zone_page, name="time-zone"),
    path("account/codes/", accounts.reset_code_page, name="reset-code"),
    path("account/password/code/", accounts.code_password_page, name="code-password"),
]


def loaded_late(name: str) -> Callable[..., HttpResponseBase]:
    """A view of allauth.mfa that is imported when somebody first asks for it: fido2 takes long to load."""

    def view(request: HttpRequest, **numbers: int) -> HttpResponseBase:
        found: HttpResponseBase = import_string(f"allauth.mfa.{name}")(request, **numbers)
        return found

    return view


# The addresses and names of allauth.mfa.urls.
factors = [
    path(address, loaded_late(view), name=f"mfa_{name}")
    for address, view, name in (
        ("", "base.views.index", "index"),
        ("authenticate/", "base.views.authenticate", "authenticate"),
        ("reauthenticate/", "base.views.reauthenticate", "reauthenticate"),
        ("totp/activate/", "totp.views.activate_totp", "activate_totp"),
        ("totp/deactivate/", "totp.views.deactivate_totp", "deactivate_totp"),
        ("recovery-codes/", "recovery_codes.views.view_recovery_codes", "view_recovery_codes"),
        (
            "recovery-codes/generate/",
            "recovery_codes.views.generate_recovery_codes",
            "generate_recovery_codes",
        ),
        (
            "recovery-codes/download/",
            "recovery_codes.views.download_recovery_codes",
            "download_recovery_codes",
        ),
        ("webauthn/", "webauthn.views.list_webauthn", "list_webauthn"),
        ("webauthn/add/", "webauthn.views.add_webauthn", "add_webauthn"),
        ("webauthn/login/", "webauthn.views.login_webauthn", "login_webauthn"),
        ("webauthn/reauthenticate/", "webauthn.views.reauthenticate_webauthn", "reauthenticate_webauthn"),
        ("webauthn/keys/<int:pk>/remove/", "webauthn.views.remove_webauthn", "remove_webauthn"),
        ("webauthn/keys/<int:pk>/edit/", "webauthn.views.edit_webauthn", "edit_webauthn"),
    )
]

# allauth looks its pages up by these names, outside any namespace. No address of its own stands beside them.
entrances = [
    path("login/", account.login, name="login"),
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="logout"),
    path("logout/", account.logout, name="account_logout"),
    path("account/signup/", accounts.signup_page, name="account_signup"),
    path("account/inactive/", account.account_inactive, name="account_inactive"),
    path("account/reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("account/email/", accounts.email_page, name="account_email"),
    path("account/email/sent/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(
        r"^account/email/confirm/(?P<key>[-:\w]+)/$", account.confirm_email, name="account_confirm_email"
    ),
    path("account/password/", account.password_change, name="account_change_password"),
    path("account/password/set/", account.password_set, name="account_set_password"),
    path("account/password/reset/", accounts.password_reset_page, name="account_reset_password"),
    path("account/password/reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/factors/", include(factors)),
    path("account/sessions/", accounts.SessionsPage.as_view(), name="usersessions_list"),
]
