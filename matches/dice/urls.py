"""Addresses of dice: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import MatchDiceView, PlayerDiceView
from .pages.dice import match_dice_page, player_dice_page

api = [
    path("players/<int:pk>/dice/", PlayerDiceView.as_view(), name="player-dice"),
    path("matches/<int:pk>/dice/", MatchDiceView.as_view(), name="match-dice"),
]

pages = [
    path("matches/<int:pk>/dice/", match_dice_page, name="match-dice"),
    path("players/<int:pk>/dice/", player_dice_page, name="player-dice"),
]
