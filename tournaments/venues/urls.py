"""Addresses of venues and tables: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.calls import CallAttendanceView, CallMoveView, CallTakeBackView, MatchCallsView
from .api.facts import VenueFactsView
from .api.tables import CallNextView, VenueTablesView
from .api.venues import VenueEditUndoView, VenuePictureView, VenuesView, VenueView
from .pages.editing import (
    venue_edit_page,
    venue_edit_undo_page,
    venue_new_page,
    venue_picture_page,
    venue_remove_page,
)
from .pages.evening import (
    venue_attendance_page,
    venue_call_move_page,
    venue_call_next_page,
    venue_call_page,
    venue_call_take_back_page,
    venue_page,
)

api = [
    path("venues/", VenuesView.as_view(), name="venues"),
    path("venues/<int:pk>/", VenueView.as_view(), name="venue"),
    path("venues/<int:pk>/picture/", VenuePictureView.as_view(), name="venue-picture"),
    path("venues/<int:venue>/edits/<int:pk>/undo/", VenueEditUndoView.as_view(), name="venue-edit-undo"),
    path("venues/<int:pk>/facts/", VenueFactsView.as_view(), name="venue-facts"),
    path("venues/<int:pk>/tables/", VenueTablesView.as_view(), name="venue-tables"),
    path("venues/<int:pk>/call-next/", CallNextView.as_view(), name="venue-call-next"),
    path("matches/<int:pk>/calls/", MatchCallsView.as_view(), name="match-calls"),
    path("calls/<int:pk>/move/", CallMoveView.as_view(), name="call-move"),
    path("calls/<int:pk>/take-back/", CallTakeBackView.as_view(), name="call-take-back"),
    path("calls/<int:pk>/attendance/", CallAttendanceView.as_view(), name="call-attendance"),
]

pages = [
    path("clubs/<int:pk>/venues/new/", venue_new_page, name="venue-new"),
    path("venues/<int:pk>/", venue_page, name="venue"),
    path("venues/<int:pk>/edit/", venue_edit_page, name="venue-edit"),
    path("venues/<int:pk>/picture/", venue_picture_page, name="venue-picture"),
    path("venues/<int:pk>/remove/", venue_remove_page, name="venue-remove"),
    path("venues/<int:pk>/edits/<int:edit>/undo/", venue_edit_undo_page, name="venue-edit-undo"),
    path("venues/<int:pk>/call-next/", venue_call_next_page, name="venue-call-next"),
    path("venues/<int:pk>/call/", venue_call_page, name="venue-call"),
    path("venues/<int:pk>/calls/<int:call>/move/", venue_call_move_page, name="venue-call-move"),
    path(
        "venues/<int:pk>/calls/<int:call>/take-back/",
        venue_call_take_back_page,
        name="venue-call-take-back",
    ),
    path("venues/<int:pk>/calls/<int:call>/attendance/", venue_attendance_page, name="venue-call-attendance"),
]
