"""Addresses of money: the API's under /api/v1/, the pages' under /."""

from django.urls import URLPattern, path

from .api import (
    EntryFeeView,
    FeePaymentsView,
    FeesView,
    HandoversView,
    PayoutsView,
    PrizePoolsView,
    StakesView,
)

api = [
    path("tournaments/<int:pk>/prize-pools/", PrizePoolsView.as_view(), name="tournament-prize-pools"),
    path("tournaments/<int:pk>/entry-fee/", EntryFeeView.as_view(), name="tournament-entry-fee"),
    path("tournaments/<int:pk>/fees/", FeesView.as_view(), name="tournament-fees"),
    path("tournaments/<int:pk>/fee-payments/", FeePaymentsView.as_view(), name="tournament-fee-payments"),
    path("tournaments/<int:pk>/handovers/", HandoversView.as_view(), name="tournament-handovers"),
    path("tournaments/<int:pk>/stakes/", StakesView.as_view(), name="tournament-stakes"),
    path("tournaments/<int:pk>/payouts/", PayoutsView.as_view(), name="tournament-payouts"),
]

pages: list[URLPattern] = []
