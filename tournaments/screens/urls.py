"""The addresses of screens."""

from django.urls import path

from .pages import club_clocks_page, club_screen_page, tournament_clocks_page, tournament_screen_page

pages = [
    path("tournaments/<int:pk>/screen/", tournament_screen_page, name="tournament-screen"),
    path("tournaments/<int:pk>/screen/clocks.json", tournament_clocks_page, name="tournament-screen-clocks"),
    path("clubs/<int:pk>/screen/", club_screen_page, name="club-screen"),
    path("clubs/<int:pk>/screen/clocks.json", club_clocks_page, name="club-screen-clocks"),
]
