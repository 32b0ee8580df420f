"""Addresses of series: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import (
    SeriesEditUndoView,
    SeriesFactsView,
    SeriesListView,
    SeriesSkipView,
    SeriesView,
)
from .pages import (
    series_edit_page,
    series_edit_undo_page,
    series_new_page,
    series_remove_page,
    series_skip_page,
    series_stop_page,
)

api = [
    path("series/", SeriesListView.as_view(), name="series-list"),
    path("series/<int:pk>/", SeriesView.as_view(), name="series"),
    path("series/<int:pk>/skip/", SeriesSkipView.as_view(), name="series-skip"),
    path("series/<int:series>/edits/<int:pk>/undo/", SeriesEditUndoView.as_view(), name="series-edit-undo"),
    path("series/<int:pk>/facts/", SeriesFactsView.as_view(), name="series-facts"),
]

pages = [
    path("tournaments/<int:pk>/series/new/", series_new_page, name="series-new"),
    path("series/<int:pk>/edit/", series_edit_page, name="series-edit"),
    path("series/<int:pk>/stop/", series_stop_page, name="series-stop"),
    path("series/<int:pk>/skip/", series_skip_page, name="series-skip"),
    path("series/<int:pk>/remove/", series_remove_page, name="series-remove"),
    path("series/<int:pk>/edits/<int:edit>/undo/", series_edit_undo_page, name="series-edit-undo"),
]
