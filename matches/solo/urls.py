"""Addresses of solo games: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import (
    SoloActsView,
    SoloBeginView,
    SoloBestList,
    SoloBotsView,
    SoloEndView,
    SoloGameList,
    SoloGameView,
    SoloGiveUpView,
    SoloStandingsView,
    SoloTranscriptView,
)
from .pages import (
    solo_act_page,
    solo_begin_page,
    solo_bests_page,
    solo_dice_page,
    solo_game_page,
    solo_keep_page,
    solo_page,
    solo_transcript_page,
)

api = [
    path("solo/", SoloGameList.as_view(), name="solo"),
    path("solo/bests/", SoloBestList.as_view(), name="solo-bests"),
    path("solo/bots/", SoloBotsView.as_view(), name="solo-bots"),
    path("solo/standings/", SoloStandingsView.as_view(), name="solo-standings"),
    path("solo/<str:key>/", SoloGameView.as_view(), name="solo-game"),
    path("solo/<str:key>/begin/", SoloBeginView.as_view(), name="solo-begin"),
    path("solo/<str:key>/acts/", SoloActsView.as_view(), name="solo-acts"),
    path("solo/<str:key>/end/", SoloEndView.as_view(), name="solo-end"),
    path("solo/<str:key>/give-up/", SoloGiveUpView.as_view(), name="solo-give-up"),
    path("solo/<str:key>/transcript/", SoloTranscriptView.as_view(), name="solo-transcript"),
]

pages = [
    path("play/", solo_page, name="solo"),
    path("play/bests/", solo_bests_page, name="solo-bests"),
    path("play/dice/", solo_dice_page, name="solo-dice"),
    path("play/keep/", solo_keep_page, name="solo-keep"),
    path("play/<str:key>/", solo_game_page, name="solo-game"),
    path("play/<str:key>/begin/", solo_begin_page, name="solo-begin"),
    path("play/<str:key>/act/", solo_act_page, name="solo-act"),
    path("play/<str:key>/transcript/", solo_transcript_page, name="solo-transcript"),
]
