"""Addresses of the control desk: the API's under /api/v1/, the pages' under /."""

from django.urls import URLPattern, path

from .api import EntryDeskView

api = [
    path("tournaments/<int:pk>/desk/entries/", EntryDeskView.as_view(), name="tournament-desk-entries"),
]

pages: list[URLPattern] = []
