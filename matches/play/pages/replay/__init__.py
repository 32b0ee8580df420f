"""The replay of a transcript: its board turn by turn, with what the referee finds there."""

from .course import course_of_report
from .views import boards_page, match_replay_page, replay_page

__all__ = ["boards_page", "course_of_report", "match_replay_page", "replay_page"]
