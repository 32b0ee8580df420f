"""Addresses of matches: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from matches import desk, web
from matches.api import (  # noqa: F401  (importing schema registers it)
    dice,
    facts,
    games,
    logins,
    matches,
    players,
    previews,
    regulations,
    reminders,
    reports,
    rulings,
    schedules,
    schema,
)

api = [
    path("logins/", logins.LoginsView.as_view(), name="logins"),
    path("tokens/", logins.TokensView.as_view(), name="tokens"),
    path("tokens/<int:pk>/", logins.TokenView.as_view(), name="token"),
    path("me/", logins.MeView.as_view(), name="me"),
    path("me/reminders/", reminders.RemindersView.as_view(), name="my-reminders"),
    path("players/", players.PlayersView.as_view(), name="players"),
    path("players/<int:pk>/", players.PlayerView.as_view(), name="player"),
    path("players/<int:pk>/ratings/", players.RatingHistoryView.as_view(), name="player-ratings"),
    path("players/<int:pk>/dice/", dice.PlayerDiceView.as_view(), name="player-dice"),
    path("players/<int:pk>/facts/", facts.PlayerFactsView.as_view(), name="player-facts"),
    path("matches/", matches.MatchesView.as_view(), name="matches"),
    path("matches/<int:pk>/", matches.MatchView.as_view(), name="match"),
    path("matches/<int:pk>/reports/", reports.ReportsView.as_view(), name="match-reports"),
    path("matches/<int:pk>/games/", games.GamesView.as_view(), name="match-games"),
    path("matches/<int:pk>/games/take-back/", games.TakeBackView.as_view(), name="match-games-take-back"),
    path("matches/<int:pk>/dice/", dice.MatchDiceView.as_view(), name="match-dice"),
    path("matches/<int:pk>/facts/", facts.MatchFactsView.as_view(), name="match-facts"),
    path("regulations/", regulations.RegulationsView.as_view(), name="regulations"),
    path("matches/<int:pk>/schedule/", schedules.ScheduleView.as_view(), name="match-schedule"),
    path("matches/<int:pk>/penalties/", schedules.PenaltiesView.as_view(), name="match-penalties"),
    path("matches/<int:pk>/rulings/", rulings.RulingsView.as_view(), name="match-rulings"),
    path(
        "matches/<int:pk>/rulings/preview/",
        previews.RulingPreviewView.as_view(),
        name="match-rulings-preview",
    ),
    path("rulings/<int:pk>/undo/preview/", previews.UndoPreviewView.as_view(), name="ruling-undo-preview"),
    path("rulings/<int:pk>/undo/", rulings.UndoView.as_view(), name="ruling-undo"),
    path("rulings/<int:pk>/appeals/", rulings.AppealsView.as_view(), name="ruling-appeals"),
    path("appeals/<int:pk>/", rulings.AppealView.as_view(), name="appeal"),
    path("appeals/<int:pk>/committee/", rulings.CommitteeView.as_view(), name="appeal-committee"),
    path("appeals/<int:pk>/votes/", rulings.VotesView.as_view(), name="appeal-votes"),
    path("reports/<int:pk>/answers/", rulings.AnswersView.as_view(), name="report-answers"),
    path("reports/<int:pk>/", reports.ReportView.as_view(), name="report"),
    path("reports/<int:pk>/transcript/", reports.TranscriptView.as_view(), name="report-transcript"),
]

pages = [
    path("matches/<int:pk>/desk/", desk.desk_page, name="desk"),
    path("matches/<int:pk>/report/", desk.report_page, name="report"),
    path("matches/<int:pk>/rule/", desk.rule_page, name="rule"),
    path("reports/<int:pk>/answer/", desk.answer_page, name="answer"),
    path("rulings/<int:pk>/undo/", desk.undo_page, name="ruling-undo"),
    path("rulings/<int:pk>/appeal/", desk.appeal_page, name="ruling-appeal"),
    path("matches/<int:pk>/", web.match_page, name="match"),
    path("matches/<int:pk>/dice/", web.match_dice_page, name="match-dice"),
    path("matches/<int:pk>/facts/", web.match_facts_page, name="match-facts"),
    path("players/", web.players_page, name="players"),
    path("players/<int:pk>/", web.player_page, name="player"),
    path("players/<int:pk>/dice/", web.player_dice_page, name="player-dice"),
    path("players/<int:pk>/facts/", web.player_facts_page, name="player-facts"),
]
