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
from .pages.editing import (
    league_close_page,
    league_edit_page,
    league_edit_undo_page,
    league_new_page,
    league_picture_page,
    league_remove_page,
)
from .pages.league import league_facts_page, league_page, leagues_page
from .pages.season import season_page

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
    path("clubs/<int:pk>/leagues/new/", league_new_page, name="league-new"),
    path("leagues/", leagues_page, name="leagues"),
    path("leagues/<int:pk>/", league_page, name="league"),
    path("leagues/<int:pk>/edit/", league_edit_page, name="league-edit"),
    path("leagues/<int:pk>/picture/", league_picture_page, name="league-picture"),
    path("leagues/<int:pk>/close/", league_close_page, name="league-close"),
    path("leagues/<int:pk>/remove/", league_remove_page, name="league-remove"),
    path("leagues/<int:pk>/edits/<int:edit>/undo/", league_edit_undo_page, name="league-edit-undo"),
    path("leagues/<int:pk>/season/", season_page, name="league-season"),
    path("leagues/<int:pk>/facts/", league_facts_page, name="league-facts"),
]
