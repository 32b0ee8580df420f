"""Addresses of points: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import ClubPointsView, MasterPointsView, PlayerPointsView
from .pages import club_points_page, player_points_page, tournament_points_page

api = [
    path(
        "tournaments/<int:pk>/master-points/",
        MasterPointsView.as_view(),
        name="tournament-master-points",
    ),
    path("clubs/<int:pk>/master-points/", ClubPointsView.as_view(), name="club-master-points"),
    path(
        "players/<int:pk>/master-points/",
        PlayerPointsView.as_view(),
        name="player-master-points",
    ),
]

pages = [
    path(
        "tournaments/<int:pk>/master-points/",
        tournament_points_page,
        name="tournament-master-points",
    ),
    path("clubs/<int:pk>/master-points/", club_points_page, name="club-master-points"),
    path("players/<int:pk>/master-points/", player_points_page, name="player-master-points"),
]
