"""The addresses of screens."""

from django.urls import path

from .pages import tournament_screen_page

pages = [path("tournaments/<int:pk>/screen/", tournament_screen_page, name="tournament-screen")]
