"""Boards on other pages: where the referee objects, and where a match stands."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from engine.drawing import diagram_of_standing
from matches.boards.selectors import board_svg

from .course import Course

register = template.Library()

FAULTS_DRAWN = 3
"""So many of the referee's objections are drawn where all are listed."""


@register.filter
def fault_board(course: Course | None, number: int) -> SafeString | str:
    """The board of the referee's objection of this number, with the play as written; of the first ones."""
    found = course.find_fault(number) if course and number <= FAULTS_DRAWN else None
    return (course.board(*found).board or "") if course and found else ""


@register.filter
def standing_board(stands: Mapping[str, Any]) -> SafeString | str:
    """The board at which an unfinished match stands."""
    diagram = diagram_of_standing(stands)
    one, two = stands["players"]
    names = (one, two) if one and two else None
    return board_svg(diagram, names) if diagram and stands["begun"] else ""
