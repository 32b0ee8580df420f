"""The replay of a transcript: its board turn by turn, with what the referee finds there."""

from .course import Course, course_of_report
from .showing import show_boards, show_replay
from .views import boards_page, match_replay_page, replay_page

__all__ = [
    "Course",
    "boards_page",
    "course_of_report",
    "match_replay_page",
    "replay_page",
    "show_boards",
    "show_replay",
]
