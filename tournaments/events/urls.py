"""Addresses of events: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.applications import EntryApplicationAnswerView, EntryApplicationsView, EntryApplicationView
from .api.check_ins import CheckInsView, CheckInTakeBackView, ManyCheckInsView
from .api.choices import EventPresetsView, FormatsView, TiebreaksView
from .api.counting import TournamentRatingPoolsView
from .api.course import BracketView, FixturesView, StandingsView
from .api.dice import TournamentDiceView
from .api.draws import (
    DrawView,
    PlayOffsView,
    RoundPairingsView,
    RoundReleasesView,
    RoundWithdrawalsView,
    TiebreakOrdersView,
)
from .api.editing import TournamentCallOffView, TournamentEditUndoView, TournamentPictureView
from .api.entries import (
    EntriesView,
    EntryView,
    LineUpsView,
    ReentriesView,
    SubstitutionsView,
    WithdrawalPreviewView,
    WithdrawalsView,
)
from .api.facts import TournamentFactsView
from .api.forecasts import ForecastsView
from .api.outlook import OutstandingView
from .api.results import ResultsView
from .api.tournaments import TournamentsView, TournamentView
from .pages.announce import announce_page
from .pages.calendar import club_calendar_page, tournament_calendar_page
from .pages.directory import tournaments_page
from .pages.edit import call_off_page, edit_page, edit_undo_page, picture_page, remove_page
from .pages.line_up import line_up_page
from .pages.taking_part import application_answer_page, take_part_page
from .pages.team import team_page
from .pages.tournament import (
    tournament_dice_page,
    tournament_facts_page,
    tournament_page,
)

api = [
    path("formats/", FormatsView.as_view(), name="formats"),
    path("tiebreaks/", TiebreaksView.as_view(), name="tiebreaks"),
    path("event-presets/", EventPresetsView.as_view(), name="event-presets"),
    path("forecasts/", ForecastsView.as_view(), name="forecasts"),
    path("tournaments/", TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", TournamentView.as_view(), name="tournament"),
    path("tournaments/<int:pk>/call-off/", TournamentCallOffView.as_view(), name="tournament-call-off"),
    path("tournaments/<int:pk>/picture/", TournamentPictureView.as_view(), name="tournament-picture"),
    path(
        "tournaments/<int:tournament>/edits/<int:pk>/undo/",
        TournamentEditUndoView.as_view(),
        name="tournament-edit-undo",
    ),
    path("tournaments/<int:tournament>/entries/<int:pk>/", EntryView.as_view(), name="tournament-entry"),
    path("tournaments/<int:pk>/entries/", EntriesView.as_view(), name="tournament-entries"),
    path(
        "tournaments/<int:pk>/applications/",
        EntryApplicationsView.as_view(),
        name="tournament-applications",
    ),
    path(
        "tournaments/<int:tournament>/applications/<int:pk>/",
        EntryApplicationView.as_view(),
        name="tournament-application",
    ),
    path(
        "tournaments/<int:tournament>/applications/<int:pk>/answer/",
        EntryApplicationAnswerView.as_view(),
        name="tournament-application-answer",
    ),
    path(
        "tournaments/<int:pk>/withdrawals/",
        WithdrawalsView.as_view(),
        name="tournament-withdrawals",
    ),
    path(
        "tournaments/<int:pk>/withdrawals/preview/",
        WithdrawalPreviewView.as_view(),
        name="tournament-withdrawal-preview",
    ),
    path("tournaments/<int:pk>/line-ups/", LineUpsView.as_view(), name="tournament-line-ups"),
    path("tournaments/<int:pk>/check-ins/", CheckInsView.as_view(), name="tournament-check-ins"),
    path(
        "tournaments/<int:pk>/check-ins/many/",
        ManyCheckInsView.as_view(),
        name="tournament-check-ins-many",
    ),
    path(
        "tournaments/<int:pk>/check-ins/take-back/",
        CheckInTakeBackView.as_view(),
        name="tournament-check-in-take-back",
    ),
    path("tournaments/<int:pk>/re-entries/", ReentriesView.as_view(), name="tournament-re-entries"),
    path(
        "tournaments/<int:pk>/substitutions/",
        SubstitutionsView.as_view(),
        name="tournament-substitutions",
    ),
    path(
        "tournaments/<int:pk>/rating-pools/",
        TournamentRatingPoolsView.as_view(),
        name="tournament-rating-pools",
    ),
    path(
        "tournaments/<int:pk>/round-pairings/", RoundPairingsView.as_view(), name="tournament-round-pairings"
    ),
    path("tournaments/<int:pk>/play-offs/", PlayOffsView.as_view(), name="tournament-play-offs"),
    path(
        "tournaments/<int:pk>/round-withdrawals/",
        RoundWithdrawalsView.as_view(),
        name="tournament-round-withdrawals",
    ),
    path("tournaments/<int:pk>/releases/", RoundReleasesView.as_view(), name="tournament-releases"),
    path("tournaments/<int:pk>/tiebreaks/", TiebreakOrdersView.as_view(), name="tournament-tiebreaks"),
    path("tournaments/<int:pk>/draw/", DrawView.as_view(), name="tournament-draw"),
    path("tournaments/<int:pk>/fixtures/", FixturesView.as_view(), name="tournament-fixtures"),
    path("tournaments/<int:pk>/bracket/", BracketView.as_view(), name="tournament-bracket"),
    path("tournaments/<int:pk>/outstanding/", OutstandingView.as_view(), name="tournament-outstanding"),
    path("tournaments/<int:pk>/results/", ResultsView.as_view(), name="tournament-results"),
    path("tournaments/<int:pk>/standings/", StandingsView.as_view(), name="tournament-standings"),
    path("tournaments/<int:pk>/dice/", TournamentDiceView.as_view(), name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", TournamentFactsView.as_view(), name="tournament-facts"),
]

pages = [
    path("tournaments/new/", announce_page, name="tournament-new"),
    path("clubs/<int:pk>/calendar.ics", club_calendar_page, name="club-calendar"),
    path("tournaments/<int:pk>/calendar.ics", tournament_calendar_page, name="tournament-calendar"),
    path("tournaments/", tournaments_page, name="tournaments"),
    path("tournaments/<int:pk>/take-part/", take_part_page, name="take-part"),
    path(
        "tournaments/<int:tournament>/applications/<int:pk>/answer/",
        application_answer_page,
        name="entry-application-answer",
    ),
    path("tournaments/<int:pk>/team/", team_page, name="team"),
    path("tournaments/<int:tournament>/entries/<int:pk>/line-up/", line_up_page, name="line-up"),
    path("tournaments/<int:pk>/", tournament_page, name="tournament"),
    path("tournaments/<int:pk>/edit/", edit_page, name="tournament-edit"),
    path("tournaments/<int:pk>/edit/picture/", picture_page, name="tournament-picture"),
    path("tournaments/<int:pk>/call-off/", call_off_page, name="tournament-call-off"),
    path("tournaments/<int:pk>/remove/", remove_page, name="tournament-remove"),
    path("tournaments/<int:pk>/edits/<int:edit>/undo/", edit_undo_page, name="tournament-edit-undo"),
    path("tournaments/<int:pk>/dice/", tournament_dice_page, name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", tournament_facts_page, name="tournament-facts"),
]
