"""Addresses of exchange: the API's under /api/v1/, the pages' under /."""

from django.urls import URLPattern, path

from .api import CSVView, EntriesImportView, TRFView

api = [
    path(
        "tournaments/<int:pk>/entries/import/",
        EntriesImportView.as_view(),
        name="tournament-entries-import",
    ),
    path("tournaments/<int:pk>/<str:what>.csv", CSVView.as_view(), name="tournament-csv"),
    path("tournaments/<int:pk>/trf/", TRFView.as_view(), name="tournament-trf"),
]

pages: list[URLPattern] = []
