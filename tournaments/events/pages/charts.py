"""Charts of results on a page: what stands in a cell, and where it leads."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.base.translation import code_word
from matches.play.pages.figures import running_score
from tournaments.events.pages.tags import exact_tiebreak_points
from tournaments.events.selectors import (
    WITHOUT_PLAY,
    BracketSlot,
    ChartCell,
    ChartRow,
    ResultChart,
    ShownPart,
    chart_of_part,
    scores_of_slot,
)

register = template.Library()

MOST_CELLS = 8192
"""Beyond so many a page would be slow to come and hard to read."""

AHEAD, VOID = "·", "×"
"""What stands for a match that is to come, and for one that counts for nobody."""


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
def chart_cells(row: ChartRow, at: int) -> SafeString:
    """The cells of a row of a crosstable; that of the entry itself, `at` which it stands, is closed.

    Of a large table they are thousands, so they are made at once and not one by one in the template.
    """
    made = (
        format_html(
            '<td class="cell{}">{}</td>',
            " self" if place == at else "",
            mark_safe("".join(map(chart_result, cells))),
        )
        for place, cells in enumerate(row.cells)
    )
    return mark_safe("".join(made))


def chart_result(cell: ChartCell) -> SafeString:
    """How somebody fared against whom a column names, their score first; it leads to the match."""
    if cell.slot is not None and not cell.slot.fixtures and not cell.slot.is_over:
        return format_html('<span class="ahead" title="{}">{}</span>', round_of_cell(cell), AHEAD)
    if cell.score:
        return linked_cell(cell, kind_of_cell(cell), format_html("{}{}", cell.score, said_of_win(cell)))
    return linked_cell(cell, kind_of_cell(cell), mark_of_cell(cell, round_of_cell(cell)), round_of_cell(cell))


@register.simple_tag
def chart_round(cell: ChartCell) -> SafeString:
    """How a round was for somebody: against which number, the own score first, and the points after it."""
    points = "" if cell.points is None else format_html("<small>{}</small>", points_of_cell(cell))
    if cell.opponent is None:
        word = code_word(cell.sat_out or "", "sat_out")
        return format_html('<span class="sat-out"><span>{}</span>{}</span>', word, points)
    fared: object = cell.score or mark_of_cell(cell, _("to be played"))
    if cell.is_without_play:
        fared = _("walkover") if cell.is_won else pgettext("in a table", "forfeit")
    shown = format_html("<b>{}</b> <span>{}{}</span> {}", cell.number, fared, said_of_win(cell), points)
    return linked_cell(cell, kind_of_cell(cell), shown, cell.opponent.player.effective_player.name)


@register.simple_tag
def pairing_side(slot: BracketSlot, side: int) -> SafeString:
    """The cell of who sits on a side of a match in a list of pairings, or that nobody does."""
    entry = (slot.one, slot.two)[side]
    if entry is None:
        return format_html('<td class="none">{}</td>', _("bye") if slot.is_bye else "")
    kind = ("side-one", "side-two")[side]
    name = entry.player.effective_player.name
    if slot.winner == entry and not slot.is_bye:
        name = format_html('<b>{}</b><span class="unseen"> {}</span>', name, _("won"))
    return format_html('<td class="{}">{}</td>', kind, name)


@register.simple_tag
def pairing_score(slot: BracketSlot) -> SafeString | str:
    """The score of a match in a list of pairings, or why there is none."""
    if slot.match is not None and slot.match.state == "disputed":
        return format_html('<span class="badge bad">{}</span>', _("Disputed"))
    if scores := scores_of_slot(slot):
        return _("walkover") if WITHOUT_PLAY[0] in scores else "–".join(scores)
    if slot.match is not None and (so_far := running_score(slot.match)):
        return format_html('<span class="running">{}–{}</span>', *so_far)
    return ""


def kind_of_cell(cell: ChartCell) -> str:
    """The class of a cell: how its match went, or how far it has come."""
    if cell.score and cell.slot is not None and cell.slot.is_over:
        return "won" if cell.is_won else "lost"
    if cell.is_void:
        return "void"
    has_begun = bool(cell.score) or so_far_of_cell(cell) or table_of_cell(cell)
    return "now" if has_begun else "ahead"


def mark_of_cell(cell: ChartCell, heard: str) -> str:
    """Of a match that is not decided: its score so far, its table, or a quiet mark.

    heard: what is said instead of the mark.
    """
    table = table_of_cell(cell)
    if shown := so_far_of_cell(cell) or (_("table %(table)s") % {"table": table} if table else ""):
        return shown
    mark = VOID if cell.is_void else AHEAD
    return format_html('<span aria-hidden="true">{}</span><span class="unseen">{}</span>', mark, heard)


def table_of_cell(cell: ChartCell) -> str | None:
    return None if cell.slot is None or cell.slot.fixture is None else cell.slot.fixture.table


def so_far_of_cell(cell: ChartCell) -> str:
    """The score of a match that is being played, the own one first; nothing before the first game."""
    match = None if cell.slot is None else cell.slot.match
    if match is None or (score := running_score(match)) is None:
        return ""
    return f"{score[cell.side]}–{score[1 - cell.side]}"


def said_of_win(cell: ChartCell) -> str:
    """What is heard of a cell whose look says it."""
    return format_html('<span class="unseen"> {}</span>', _("won")) if cell.is_won else ""


def round_of_cell(cell: ChartCell) -> str:
    return _("Round %(number)s") % {"number": cell.round}


def points_of_cell(cell: ChartCell) -> str:
    return "" if cell.points is None else exact_tiebreak_points(cell.points)


def linked_cell(cell: ChartCell, kind: str, shown: object, title: str = "") -> SafeString:
    """A link to the match, or to the match of teams in the list of its round. title: what more is said."""
    more = format_html(' title="{}"', title) if title else ""
    if cell.slot is None or not cell.slot.fixtures:
        return format_html('<span class="{}"{}>{}</span>', kind, more, shown)
    return format_html('<a class="{}" href="{}"{}>{}</a>', kind, address_of_slot(cell.slot), more, shown)


def address_of_slot(slot: BracketSlot) -> str:
    if slot.fixture is None:
        return f"#{slot.slot.key}"
    return reverse("pages-matches:match", args=[slot.fixture.match_id])
