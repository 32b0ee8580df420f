"""Addresses of play: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.exports import MatchesExportView, TranscriptsExportView
from .api.facts import MatchFactsView
from .api.games import GamesView, TakeBackView
from .api.matches import MatchesView, MatchView, MyMatchesView
from .api.previews import RulingPreviewView, UndoPreviewView
from .api.regulations import RegulationsView
from .api.reminders import RemindersView
from .api.replays import ReplayedGameView, ReplayView
from .api.reports import ReportsView, ReportView, TranscriptView
from .api.rulings import (
    AnswersView,
    AppealsView,
    AppealView,
    CommitteeView,
    RulingsView,
    RulingView,
    UndoView,
    VotesView,
)
from .api.schedules import PenaltiesView, ScheduleView
from .api.transcripts import TranscriptVerifyView
from .api.undos import ReportRedoPreviewView, ReportRedoView, ReportUndoPreviewView, ReportUndoView
from .pages.games import game_page, games_page, take_back_page
from .pages.match import match_facts_page, match_page
from .pages.replay import boards_page, match_replay_page, replay_page
from .pages.reporting import answer_page, report_page, reported_page, transcript_page
from .pages.results import manage_page, penalty_page, schedule_page
from .pages.rulings import appeal_page, committee_page, rule_page, undo_page, vote_page

api = [
    path("me/matches/", MyMatchesView.as_view(), name="my-matches"),
    path("me/reminders/", RemindersView.as_view(), name="my-reminders"),
    path("matches/", MatchesView.as_view(), name="matches"),
    path("matches/export/", MatchesExportView.as_view(), name="matches-export"),
    path("transcripts/export/", TranscriptsExportView.as_view(), name="transcripts-export"),
    path("matches/<int:pk>/", MatchView.as_view(), name="match"),
    path("matches/<int:pk>/reports/", ReportsView.as_view(), name="match-reports"),
    path("matches/<int:pk>/games/", GamesView.as_view(), name="match-games"),
    path("matches/<int:pk>/games/take-back/", TakeBackView.as_view(), name="match-games-take-back"),
    path("matches/<int:pk>/facts/", MatchFactsView.as_view(), name="match-facts"),
    path("transcripts/verify/", TranscriptVerifyView.as_view(), name="transcripts-verify"),
    path("regulations/", RegulationsView.as_view(), name="regulations"),
    path("matches/<int:pk>/schedule/", ScheduleView.as_view(), name="match-schedule"),
    path("matches/<int:pk>/penalties/", PenaltiesView.as_view(), name="match-penalties"),
    path("matches/<int:pk>/rulings/", RulingsView.as_view(), name="match-rulings"),
    path(
        "matches/<int:pk>/rulings/preview/",
        RulingPreviewView.as_view(),
        name="match-rulings-preview",
    ),
    path("rulings/<int:pk>/", RulingView.as_view(), name="ruling"),
    path("rulings/<int:pk>/undo/preview/", UndoPreviewView.as_view(), name="ruling-undo-preview"),
    path("rulings/<int:pk>/undo/", UndoView.as_view(), name="ruling-undo"),
    path("rulings/<int:pk>/appeals/", AppealsView.as_view(), name="ruling-appeals"),
    path("appeals/<int:pk>/", AppealView.as_view(), name="appeal"),
    path("appeals/<int:pk>/committee/", CommitteeView.as_view(), name="appeal-committee"),
    path("appeals/<int:pk>/votes/", VotesView.as_view(), name="appeal-votes"),
    path("reports/<int:pk>/answers/", AnswersView.as_view(), name="report-answers"),
    path("reports/<int:pk>/undo/", ReportUndoView.as_view(), name="report-undo"),
    path("reports/<int:pk>/undo/preview/", ReportUndoPreviewView.as_view(), name="report-undo-preview"),
    path("reports/<int:pk>/redo/", ReportRedoView.as_view(), name="report-redo"),
    path("reports/<int:pk>/redo/preview/", ReportRedoPreviewView.as_view(), name="report-redo-preview"),
    path("reports/<int:pk>/", ReportView.as_view(), name="report"),
    path("reports/<int:pk>/transcript/", TranscriptView.as_view(), name="report-transcript"),
    path("reports/<int:pk>/replay/", ReplayView.as_view(), name="report-replay"),
    path("reports/<int:pk>/replay/games/<int:game>/", ReplayedGameView.as_view(), name="report-replay-game"),
]

pages = [
    path("matches/<int:pk>/manage/", manage_page, name="manage"),
    path("matches/<int:pk>/report/", report_page, name="report"),
    path("matches/<int:pk>/transcript/", transcript_page, name="transcript"),
    path("matches/<int:pk>/replay/", match_replay_page, name="match-replay"),
    path("reports/<int:pk>/", reported_page, name="reported"),
    path("reports/<int:pk>/replay/", replay_page, name="replay"),
    path("reports/<int:pk>/replay/games/<int:game>/", boards_page, name="replay-boards"),
    path("matches/<int:pk>/games/", games_page, name="games"),
    path("matches/<int:pk>/games/record/", game_page, name="game"),
    path("matches/<int:pk>/games/take-back/", take_back_page, name="game-take-back"),
    path("matches/<int:pk>/rule/", rule_page, name="rule"),
    path("matches/<int:pk>/schedule/", schedule_page, name="schedule"),
    path("matches/<int:pk>/penalty/", penalty_page, name="penalty"),
    path("reports/<int:pk>/answer/", answer_page, name="answer"),
    path("rulings/<int:pk>/undo/", undo_page, name="ruling-undo"),
    path("rulings/<int:pk>/appeal/", appeal_page, name="ruling-appeal"),
    path("appeals/<int:pk>/committee/", committee_page, name="appeal-committee"),
    path("appeals/<int:pk>/vote/", vote_page, name="appeal-vote"),
    path("matches/<int:pk>/", match_page, name="match"),
    path("matches/<int:pk>/facts/", match_facts_page, name="match-facts"),
]
