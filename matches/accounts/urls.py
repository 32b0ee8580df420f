"""Addresses of accounts: the API's under /api/v1/, the pages' under /, and allauth's by its names."""

from allauth.account import views as account
from django.urls import include, path, re_path

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
    path("account/codes/", accounts.reset_code_page, name="reset-code"),
    path("account/password/code/", accounts.code_password_page, name="code-password"),
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
    path("account/factors/", include("allauth.mfa.urls")),
    path("account/sessions/", accounts.SessionsPage.as_view(), name="usersessions_list"),
]
