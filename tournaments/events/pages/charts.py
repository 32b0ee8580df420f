"""Charts of results on a page: what stands in a cell, and where it leads."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.play.pages.figures import running_score
from tournaments.events.selectors import ChartCell, ResultChart, ShownPart, chart_of_part

register = template.Library()

MOST_CELLS = 8192
"""Beyond so many a page would be slow to come and hard to read."""

OPEN = "·"


@register.simple_tag
def result_chart(part: ShownPart, seeds: Mapping[int, int]) -> ResultChart | None:
    """The chart of a part that has one: of groups and divisions with places, in fields of a usual size.

    seeds: by entry.
    """
    if part.is_bracket or not part.table or not part.rounds:
        return None
    chart = chart_of_part(part, seeds)
    return chart if len(chart.columns) * len(chart.rows) <= MOST_CELLS else None


@register.simple_tag
def chart_result(cell: ChartCell) -> SafeString:
    """How somebody fared against whom a column names, their score first; it leads to the match."""
    if cell.score:
        shown = cell.score if cell.is_without_play else so_far_of_cell(cell)
        kind = "won" if cell.is_won else "lost"
        return linked_cell(cell, kind, shown)
    return open_cell(cell)


def open_cell(cell: ChartCell) -> SafeString:
    """A match that is not decided: its score so far, its table, or a quiet mark."""
    if so_far := so_far_of_cell(cell):
        return linked_cell(cell, "now", so_far)
    table = cell.slot.fixture.table if cell.slot.fixture is not None else None
    if table:
        return linked_cell(cell, "now", _("table %(table)s") % {"table": table})
    return linked_cell(cell, "ahead", OPEN, _("Round %(number)s") % {"number": cell.round})


def so_far_of_cell(cell: ChartCell) -> str:
    """The score, be it of a match that is still played, the own one first; nothing before the first game."""
    match = cell.slot.match
    if cell.score or match is None or (score := running_score(match)) is None:
        return cell.score
    return f"{score[cell.side]}–{score[1 - cell.side]}"


def linked_cell(cell: ChartCell, kind: str, shown: object, said: str = "") -> SafeString:
    """A link to the match, or to the match of teams in the list of its round. said: what is heard instead."""
    if cell.is_won:
        shown = format_html('{}<span class="unseen"> {}</span>', shown, _("won"))
    title = format_html(' title="{}"', said) if said else ""
    if not cell.slot.fixtures:
        return format_html('<span class="{}"{}>{}</span>', kind, title, shown)
    label = format_html(' aria-label="{}"', said) if said else ""
    return format_html('<a class="{}" href="{}"{}{}>{}</a>', kind, address_of_cell(cell), title, label, shown)


def address_of_cell(cell: ChartCell) -> str:
    if cell.slot.fixture is None:
        return f"#{cell.slot.slot.key}"
    return reverse("pages-matches:match", args=[cell.slot.fixture.match_id])
