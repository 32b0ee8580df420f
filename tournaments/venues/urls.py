"""Addresses of venues and tables: the API's under /api/v1/."""

from django.urls import path

from .api.calls import CallAttendanceView, CallMoveView, CallTakeBackView, MatchCallsView
from .api.facts import VenueFactsView
from .api.tables import CallNextView, VenueTablesView
from .api.venues import VenueEditUndoView, VenuePictureView, VenuesView, VenueView

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
