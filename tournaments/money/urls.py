"""Addresses of money: the API's under /api/v1/, the pages' under /."""

from django.urls import URLPattern, path

from .api import PayoutsView, PrizePoolsView, StakesView

api = [
    path("tournaments/<int:pk>/prize-pools/", PrizePoolsView.as_view(), name="tournament-prize-pools"),
    path("tournaments/<int:pk>/stakes/", StakesView.as_view(), name="tournament-stakes"),
    path("tournaments/<int:pk>/payouts/", PayoutsView.as_view(), name="tournament-payouts"),
]

pages: list[URLPattern] = []
