"""Addresses of statistics: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import AgainstView, StatisticsView
from .pages.statistics import head_to_head_page, statistics_page

api = [
    path("players/<int:pk>/statistics/", StatisticsView.as_view(), name="player-statistics"),
    path("players/<int:pk>/against/<int:other>/", AgainstView.as_view(), name="player-against"),
]

pages = [
    path("players/<int:pk>/statistics/", statistics_page, name="player-statistics"),
    path("players/<int:pk>/against/<int:other>/", head_to_head_page, name="player-against"),
]
