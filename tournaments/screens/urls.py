"""The addresses of screens."""

from django.urls import path

from .pages import club_screen_page, tournament_screen_page

pages = [
    path("tournaments/<int:pk>/screen/", tournament_screen_page, name="tournament-screen"),
    path("clubs/<int:pk>/screen/", club_screen_page, name="club-screen"),
]
