"""Addresses of accounts: the API's under /api/v1/, the pages' under /."""

from django.urls import URLPattern, path

from .api.logins import LoginsView, MeView, TokensView, TokenView

api = [
    path("logins/", LoginsView.as_view(), name="logins"),
    path("tokens/", TokensView.as_view(), name="tokens"),
    path("tokens/<int:pk>/", TokenView.as_view(), name="token"),
    path("me/", MeView.as_view(), name="me"),
]

pages: list[URLPattern] = []
