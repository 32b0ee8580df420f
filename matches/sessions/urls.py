"""Addresses of sessions: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api.sessions import (
    BalancesView,
    SessionAnswerView,
    SessionsView,
    SessionView,
    SessionVisibilityView,
)
from .api.transcripts import SessionReplayedGameView, SessionReplayView, SessionTranscriptView
from .pages.acting import session_answer_page, session_show_page, session_withdraw_page
from .pages.keeping import session_new_page
from .pages.sessions import (
    own_sessions_page,
    player_sessions_page,
    session_boards_page,
    session_page,
    session_replay_page,
    session_transcript_page,
)

api = [
    path("sessions/", SessionsView.as_view(), name="money-sessions"),
    path("sessions/<int:pk>/", SessionView.as_view(), name="money-session"),
    path("sessions/<int:pk>/answer/", SessionAnswerView.as_view(), name="money-session-answer"),
    path("sessions/<int:pk>/visibility/", SessionVisibilityView.as_view(), name="money-session-visibility"),
    path("sessions/<int:pk>/transcript/", SessionTranscriptView.as_view(), name="money-session-transcript"),
    path("sessions/<int:pk>/replay/", SessionReplayView.as_view(), name="money-session-replay"),
    path(
        "sessions/<int:pk>/replay/games/<int:game>/",
        SessionReplayedGameView.as_view(),
        name="money-session-replay-game",
    ),
    path("players/<int:pk>/balances/", BalancesView.as_view(), name="player-balances"),
]

pages = [
    path("sessions/", own_sessions_page, name="own-sessions"),
    path("sessions/new/", session_new_page, name="session-new"),
    path("sessions/<int:pk>/", session_page, name="session"),
    path("sessions/<int:pk>/replay/", session_replay_page, name="session-replay"),
    path("sessions/<int:pk>/replay/games/<int:game>/", session_boards_page, name="session-boards"),
    path("sessions/<int:pk>/transcript/", session_transcript_page, name="session-transcript"),
    path("sessions/<int:pk>/answer/", session_answer_page, name="session-answer"),
    path("sessions/<int:pk>/visibility/", session_show_page, name="session-visibility"),
    path("sessions/<int:pk>/withdraw/", session_withdraw_page, name="session-withdraw"),
    path("players/<int:pk>/sessions/", player_sessions_page, name="player-sessions"),
]
