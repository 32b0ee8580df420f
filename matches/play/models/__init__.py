"""Matches and the facts about them."""

from .course import LiveGame, Penalty, Reminder, Schedule
from .dispute import SEAT, Answer, Appeal, ReportUndo, Ruling, Seat, Vote
from .match import (
    CUBE_MAX,
    GAMES_MAX,
    LENGTH_MAX,
    MATCH_PROCESS_DUE,
    POINTS_MAX,
    REPORT_VERIFY,
    Match,
    Report,
    Side,
    Verdict,
    variant_choices,
)
from .result import Result

__all__ = [
    "CUBE_MAX",
    "GAMES_MAX",
    "LENGTH_MAX",
    "MATCH_PROCESS_DUE",
    "POINTS_MAX",
    "REPORT_VERIFY",
    "SEAT",
    "Answer",
    "Appeal",
    "LiveGame",
    "Match",
    "Penalty",
    "Reminder",
    "Report",
    "ReportUndo",
    "Result",
    "Ruling",
    "Schedule",
    "Seat",
    "Side",
    "Verdict",
    "Vote",
    "variant_choices",
]
