"""Addresses of ponds: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import (
    BidsView,
    PondCallOffView,
    PondEditUndoView,
    PondEntriesView,
    PondFactsView,
    PondPictureView,
    PondRoundsView,
    PondStartView,
    PondsView,
    PondView,
    PondWithdrawalsView,
)
from .pages.editing import (
    pond_call_off_page,
    pond_edit_page,
    pond_edit_undo_page,
    pond_new_page,
    pond_picture_page,
    pond_remove_page,
)
from .pages.pond import pond_facts_page, pond_page, pond_rounds_page, ponds_page

api = [
    path("ponds/", PondsView.as_view(), name="ponds"),
    path("ponds/<int:pk>/", PondView.as_view(), name="pond"),
    path("ponds/<int:pk>/call-off/", PondCallOffView.as_view(), name="pond-call-off"),
    path("ponds/<int:pond>/edits/<int:pk>/undo/", PondEditUndoView.as_view(), name="pond-edit-undo"),
    path("ponds/<int:pk>/picture/", PondPictureView.as_view(), name="pond-picture"),
    path("ponds/<int:pk>/entries/", PondEntriesView.as_view(), name="pond-entries"),
    path("ponds/<int:pk>/withdrawals/", PondWithdrawalsView.as_view(), name="pond-withdrawals"),
    path("ponds/<int:pk>/start/", PondStartView.as_view(), name="pond-start"),
    path("ponds/<int:pk>/bids/", BidsView.as_view(), name="pond-bids"),
    path("ponds/<int:pk>/rounds/", PondRoundsView.as_view(), name="pond-rounds"),
    path("ponds/<int:pk>/facts/", PondFactsView.as_view(), name="pond-facts"),
]

pages = [
    path("ponds/", ponds_page, name="ponds"),
    path("clubs/<int:pk>/ponds/new/", pond_new_page, name="pond-new"),
    path("ponds/<int:pk>/", pond_page, name="pond"),
    path("ponds/<int:pk>/edit/", pond_edit_page, name="pond-edit"),
    path("ponds/<int:pk>/picture/", pond_picture_page, name="pond-picture"),
    path("ponds/<int:pk>/call-off/", pond_call_off_page, name="pond-call-off"),
    path("ponds/<int:pk>/remove/", pond_remove_page, name="pond-remove"),
    path("ponds/<int:pk>/edits/<int:edit>/undo/", pond_edit_undo_page, name="pond-edit-undo"),
    path("ponds/<int:pk>/rounds/", pond_rounds_page, name="pond-rounds"),
    path("ponds/<int:pk>/facts/", pond_facts_page, name="pond-facts"),
]
