"""Addresses of the room: the API's under /api/v1/."""

from django.urls import path

from .api import SearchView

api = [
    path("search/", SearchView.as_view(), name="search"),
]
