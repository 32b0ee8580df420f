"""Addresses of leagues: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import (
    LeagueEditUndoView,
    LeagueFactsView,
    LeaguePictureView,
    LeaguesView,
    LeagueView,
    SeasonPreviewView,
    SeasonsView,
    SeasonView,
)
from .pages import league_facts_page, league_page, leagues_page

api = [
    path("leagues/", LeaguesView.as_view(), name="leagues"),
    path("leagues/<int:pk>/", LeagueView.as_view(), name="league"),
    path("leagues/<int:league>/edits/<int:pk>/undo/", LeagueEditUndoView.as_view(), name="league-edit-undo"),
    path("leagues/<int:pk>/picture/", LeaguePictureView.as_view(), name="league-picture"),
    path("leagues/<int:pk>/seasons/", SeasonsView.as_view(), name="league-seasons"),
    path("leagues/<int:pk>/seasons/preview/", SeasonPreviewView.as_view(), name="season-preview"),
    path("leagues/<int:pk>/seasons/<int:number>/", SeasonView.as_view(), name="season"),
    path("leagues/<int:pk>/facts/", LeagueFactsView.as_view(), name="league-facts"),
]

pages = [
    path("leagues/", leagues_page, name="leagues"),
    path("leagues/<int:pk>/", league_page, name="league"),
    path("leagues/<int:pk>/facts/", league_facts_page, name="league-facts"),
]
