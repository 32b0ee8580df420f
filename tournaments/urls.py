"""Addresses of clubs and tournaments: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from tournaments import web
from tournaments.api import clubs, dice, facts, tournaments

api = [
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<int:pk>/", clubs.ClubView.as_view(), name="club"),
    path("clubs/<int:pk>/appointments/", clubs.AppointmentsView.as_view(), name="club-appointments"),
    path("clubs/<int:club>/appointments/<int:pk>/", clubs.AppointmentView.as_view(), name="club-appointment"),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", tournaments.TournamentView.as_view(), name="tournament"),
    path("tournaments/<int:pk>/entries/", tournaments.EntriesView.as_view(), name="tournament-entries"),
    path(
        "tournaments/<int:pk>/withdrawals/",
        tournaments.WithdrawalsView.as_view(),
        name="tournament-withdrawals",
    ),
    path("tournaments/<int:pk>/draw/", tournaments.DrawView.as_view(), name="tournament-draw"),
    path("tournaments/<int:pk>/fixtures/", tournaments.FixturesView.as_view(), name="tournament-fixtures"),
    path("tournaments/<int:pk>/bracket/", tournaments.BracketView.as_view(), name="tournament-bracket"),
    path("tournaments/<int:pk>/standings/", tournaments.StandingsView.as_view(), name="tournament-standings"),
    path("tournaments/<int:pk>/dice/", dice.TournamentDiceView.as_view(), name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", facts.TournamentFactsView.as_view(), name="tournament-facts"),
]

pages = [
    path("", web.home_page, name="home"),
    path("clubs/<int:pk>/", web.club_page, name="club"),
    path("tournaments/<int:pk>/", web.tournament_page, name="tournament"),
    path("tournaments/<int:pk>/dice/", web.tournament_dice_page, name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", web.tournament_facts_page, name="tournament-facts"),
]
