"""Addresses of searches: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import SearchView
from .pages import search_page, search_suggestions_page

api = [
    path("search/", SearchView.as_view(), name="search"),
]

pages = [
    path("search/", search_page, name="search"),
    path("search/suggestions/", search_suggestions_page, name="search-suggestions"),
]
