"""Template tags of screens."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils.timezone import localtime

from tournaments.desk.rules.wall_sheets import WallBlock
from tournaments.desk.selectors import Wall, row_label
from tournaments.events.rules.names import name_width
from tournaments.events.selectors import GridRow, GridSide
from tournaments.screens.rules import columns_of, in_sections, shortened_name, size_of

register = template.Library()

register.filter("screen_size", size_of)
register.filter("shortened", shortened_name)
register.filter(name_width)
register.filter(row_label)


@register.filter
def screen_columns(lines: Sequence[Any]) -> list[Sequence[Any]]:
    """Lines side by side, from the first column down."""
    return in_sections(lines, max(1, -(-len(lines) // columns_of(len(lines)))))


@register.filter
def half_columns(lines: Sequence[Any]) -> list[Sequence[Any]]:
    """Lines in two columns; in one while they are few."""
    return in_sections(lines, 12)


@register.filter
def screen_time(when: datetime) -> str:
    """The time of a day, as the clock of the screen has it: 20:41."""
    return f"{localtime(when):%H:%M}"


@register.filter
def winner_first(row: GridRow) -> list[tuple[GridSide, bool]]:
    """Both sides, each with whether it has won; who has won above."""
    winner = None if row.result is None else row.result.winner
    sides = [(side, winner == number) for number, side in enumerate((row.one, row.two))]
    return sorted(sides, key=lambda each: not each[1])


@register.filter
def score_of_winner(row: GridRow) -> str:
    """The score with the winner's points first; "" of a match without one."""
    if row.result is None or row.result.score is None:
        return ""
    one, two = row.result.score
    return f"{two}–{one}" if row.result.winner == 1 else f"{one}–{two}"


@register.inclusion_tag("screens/_block.html")
def screen_block(wall: Wall, block: WallBlock) -> dict[str, Any]:
    """Rounds of a bracket beside each other, joined by lines."""
    return {"part": wall.parts[block.part], "rounds": wall.rounds_of_block(block)}
