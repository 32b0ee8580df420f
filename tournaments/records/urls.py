"""Addresses of records: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import ClubRecordsView, ClubWinnersView
from .pages import club_records_page, club_year_page

api = [
    path("clubs/<int:pk>/winners/", ClubWinnersView.as_view(), name="club-winners"),
    path("clubs/<int:pk>/records/", ClubRecordsView.as_view(), name="club-records"),
]

pages = [
    path("clubs/<int:pk>/records/", club_records_page, name="club-records"),
    path("clubs/<int:pk>/years/<int:year>/", club_year_page, name="club-year"),
]
