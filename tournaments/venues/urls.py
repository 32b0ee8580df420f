"""Addresses of venues: the API's under /api/v1/."""

from django.urls import path

from .api.facts import VenueFactsView
from .api.venues import VenueEditUndoView, VenuesView, VenueView

api = [
    path("venues/", VenuesView.as_view(), name="venues"),
    path("venues/<int:pk>/", VenueView.as_view(), name="venue"),
    path("venues/<int:venue>/edits/<int:pk>/undo/", VenueEditUndoView.as_view(), name="venue-edit-undo"),
    path("venues/<int:pk>/facts/", VenueFactsView.as_view(), name="venue-facts"),
]
