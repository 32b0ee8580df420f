"""Addresses of clubs, tournaments and ponds: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from tournaments import desk, web
from tournaments.api import (
    choices,
    clubs,
    course,
    dice,
    draws,
    entries,
    exports,
    facts,
    money,
    ponds,
    tournaments,
)

api = [
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<int:pk>/", clubs.ClubView.as_view(), name="club"),
    path("clubs/<int:pk>/appointments/", clubs.AppointmentsView.as_view(), name="club-appointments"),
    path("clubs/<int:club>/appointments/<int:pk>/", clubs.AppointmentView.as_view(), name="club-appointment"),
    path("formats/", choices.FormatsView.as_view(), name="formats"),
    path("tiebreaks/", choices.TiebreaksView.as_view(), name="tiebreaks"),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", tournaments.TournamentView.as_view(), name="tournament"),
    path("tournaments/<int:pk>/entries/", entries.EntriesView.as_view(), name="tournament-entries"),
    path(
        "tournaments/<int:pk>/entries/import/",
        entries.EntriesImportView.as_view(),
        name="tournament-entries-import",
    ),
    path("tournaments/<int:pk>/<str:what>.csv", exports.CSVView.as_view(), name="tournament-csv"),
    path("tournaments/<int:pk>/trf/", exports.TRFView.as_view(), name="tournament-trf"),
    path(
        "tournaments/<int:pk>/withdrawals/",
        entries.WithdrawalsView.as_view(),
        name="tournament-withdrawals",
    ),
    path("tournaments/<int:pk>/line-ups/", entries.LineUpsView.as_view(), name="tournament-line-ups"),
    path("tournaments/<int:pk>/check-ins/", entries.CheckInsView.as_view(), name="tournament-check-ins"),
    path("tournaments/<int:pk>/comebacks/", entries.ComebacksView.as_view(), name="tournament-comebacks"),
    path(
        "tournaments/<int:pk>/substitutions/",
        entries.SubstitutionsView.as_view(),
        name="tournament-substitutions",
    ),
    path("tournaments/<int:pk>/pools/", money.PoolsView.as_view(), name="tournament-pools"),
    path("tournaments/<int:pk>/stakes/", money.StakesView.as_view(), name="tournament-stakes"),
    path("tournaments/<int:pk>/payouts/", money.PayoutsView.as_view(), name="tournament-payouts"),
    path("tournaments/<int:pk>/sheets/", draws.SheetsView.as_view(), name="tournament-sheets"),
    path("tournaments/<int:pk>/retractions/", draws.RetractionsView.as_view(), name="tournament-retractions"),
    path("tournaments/<int:pk>/calls/", draws.CallsView.as_view(), name="tournament-calls"),
    path("tournaments/<int:pk>/tiebreaks/", draws.TiebreakOrdersView.as_view(), name="tournament-tiebreaks"),
    path("tournaments/<int:pk>/draw/", draws.DrawView.as_view(), name="tournament-draw"),
    path("tournaments/<int:pk>/fixtures/", course.FixturesView.as_view(), name="tournament-fixtures"),
    path("tournaments/<int:pk>/bracket/", course.BracketView.as_view(), name="tournament-bracket"),
    path("tournaments/<int:pk>/standings/", course.StandingsView.as_view(), name="tournament-standings"),
    path("tournaments/<int:pk>/dice/", dice.TournamentDiceView.as_view(), name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", facts.TournamentFactsView.as_view(), name="tournament-facts"),
    path("ponds/", ponds.PondsView.as_view(), name="ponds"),
    path("ponds/<int:pk>/", ponds.PondView.as_view(), name="pond"),
    path("ponds/<int:pk>/entries/", ponds.PondEntriesView.as_view(), name="pond-entries"),
    path("ponds/<int:pk>/withdrawals/", ponds.PondWithdrawalsView.as_view(), name="pond-withdrawals"),
    path("ponds/<int:pk>/start/", ponds.PondStartView.as_view(), name="pond-start"),
    path("ponds/<int:pk>/bids/", ponds.BidsView.as_view(), name="pond-bids"),
    path("ponds/<int:pk>/rounds/", ponds.PondRoundsView.as_view(), name="pond-rounds"),
    path("ponds/<int:pk>/facts/", ponds.PondFactsView.as_view(), name="pond-facts"),
]

pages = [
    path("", web.home_page, name="home"),
    path("clubs/<int:pk>/", web.club_page, name="club"),
    path("tournaments/<int:pk>/", web.tournament_page, name="tournament"),
    path("tournaments/<int:pk>/dice/", web.tournament_dice_page, name="tournament-dice"),
    path("tournaments/<int:pk>/facts/", web.tournament_facts_page, name="tournament-facts"),
    path("ponds/<int:pk>/", desk.pond_page, name="pond"),
    path("ponds/<int:pk>/rounds/", web.pond_rounds_page, name="pond-rounds"),
    path("ponds/<int:pk>/facts/", web.pond_facts_page, name="pond-facts"),
]
