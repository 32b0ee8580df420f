"""Brackets and tables for a wall, as the templates of typst take them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.base.translation import code_word
from tournaments.desk.rules.wall_sheets import WallBlock
from tournaments.desk.selectors import Wall, WallRound
from tournaments.events.pages.tags import exact_tiebreak_points, range_of_places, round_name
from tournaments.events.selectors import ResultChart
from tournaments.events.words import tournament_part_name

from .desk import Desk
from .documents import Cell, cell, column, entrants_word, points_in_words

WIDE = 9
"""From so many columns of a table on a sheet lies across."""


def wall_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    wall: Wall = context["wall"]
    tables = [wall_table(desk, wall, each) for each in wall.tables]
    return {
        "sheets": sheets_of_wall(wall),
        "tables": tables,
        "across": any(len(each["columns"]) > WIDE for each in tables),
        "dense": any(len(each["columns"]) > WIDE for each in tables),
        "notes": [{"term": "", "text": table_key(each)} for each in wall.tables[:1]],
        "words": {"nothing": _("Nothing is drawn yet.")},
    }


def sheets_of_wall(wall: Wall) -> list[dict[str, Any]]:
    """The sheets, and of each match that leads to another sheet, to which match there."""
    on_sheet = {
        key: number
        for number, sheet in enumerate(wall.sheets)
        for block in sheet
        for column_ in block.columns
        for key in column_.keys
        if key is not None
    }
    leads_to = {
        origin.key: key
        for key, slot in wall.slots.items()
        for origin in slot.origins
        if origin is not None and not origin.loser
    }
    crossing = {
        key: then
        for key, then in leads_to.items()
        if key in on_sheet and then in on_sheet and on_sheet[key] != on_sheet[then]
    }
    return [
        {
            "title": sheet_in_words(number),
            "blocks": [block_cells(wall, block, crossing, on_sheet) for block in sheet],
        }
        for number, sheet in enumerate(wall.sheets)
    ]


def sheet_in_words(number: int) -> str:
    return _("Sheet %(number)s") % {"number": number + 1}


def block_cells(
    wall: Wall, block: WallBlock, crossing: Mapping[str, str], on_sheet: Mapping[str, int]
) -> dict[str, Any]:
    name = str(tournament_part_name(block.part))
    title = f"{name} {block.section} / {block.sections}" if block.sections > 1 else name
    arriving: dict[str, list[str]] = {}
    for key, then in crossing.items():
        arriving.setdefault(then, []).append(sheet_in_words(on_sheet[key]))
    rounds = wall.rounds_of_block(block)
    columns: list[dict[str, Any]] = [
        {
            "title": round_title(wall, block, each, name),
            "matches": [
                None if match is None or key is None else match_cells(wall, key, match, crossing, on_sheet)
                for key, match in zip(keys.keys, each.matches, strict=True)
            ],
            "wires": [[wire.left, wire.right] for wire in each.wires],
        }
        for keys, each in zip(block.columns, rounds, strict=True)
    ]
    # Marks of where winners come from stand before the first column.
    for slot, match in zip(block.columns[0].keys, columns[0]["matches"], strict=True):
        if match is not None and slot in arriving:
            match["from"] = " · ".join(dict.fromkeys(arriving[slot]))
    return {
        "title": title,
        "rows": block.rows,
        "columns": columns,
        "from_sheet": next((each["from"] for each in columns[0]["matches"] if each and "from" in each), ""),
        "goes_on": any(each["to"] for each in columns[-1]["matches"] if each),
    }


def round_title(wall: Wall, block: WallBlock, round: WallRound, part_name: str) -> str:
    named = str(round_name(round.round, wall.parts[block.part]))
    length = points_in_words(round.round.length)
    return length if named == part_name else f"{named} · {length}"


def match_cells(
    wall: Wall, key: str, match: tuple[str, Any], crossing: Mapping[str, str], on_sheet: Mapping[str, int]
) -> dict[str, Any]:
    label, seats = match
    then = crossing.get(key)
    to = "" if then is None else f"{wall.slots[then].label or ''} · {sheet_in_words(on_sheet[then])}"
    return {"label": label, "to": to, "seats": [seat_cells(each) for each in seats]}


def seat_cells(seat: Any) -> dict[str, Any]:
    said = ""
    if seat.is_bye:
        said = _("bye")
    elif seat.from_label:
        said = (_("Loser of %(number)s") if seat.loser else _("Winner of %(number)s")) % {
            "number": seat.from_label
        }
    return {"name": seat.name, "score": seat.score, "won": seat.is_won, "open": said}


# -- Tables


def table_key(table: ResultChart) -> str:
    own = (
        _("The own score comes first; the number above is that of the opponent.")
        if table.is_crosstable
        else _("The own score comes first; the small number is that of the opponent.")
    )
    return f"{own} {_('+ and − are matches decided without play.')}"


def wall_table(desk: Desk, wall: Wall, table: ResultChart) -> dict[str, Any]:
    teams = desk.tournament.entrants == "teams"
    crossed = table.is_crosstable
    name = str(tournament_part_name(table.part.code))
    alone = _("Crosstable") if crossed else pgettext("table", "Round by round")
    scored = table.part.table[0].place.points is not None
    place = [column(_("Place"))]
    points = [column(_("Match points") if teams else pgettext("standings", "Score"))] if scored else []
    columns = [
        *([] if crossed else place),
        column(_("No.")),
        column(entrants_word(desk.tournament), "name"),
        *(column(each, "cell") for each in table.columns),
        column(_("Boards") if teams else _("Matches")),
        column(pgettext("won and lost", "Points")),
        *points,
        *(place if crossed else []),
    ]
    rows = [
        [
            *([] if crossed else [place_cell(row)]),
            cell(row.seed),
            cell(row.entry.player.effective_player.name, bold=True),
            *(
                met_cell(cells, crossed=crossed, own=crossed and at == number)
                for at, cells in enumerate(each.cells)
            ),
            cell(f"{row.won}–{row.lost}"),
            cell(f"{row.points_won}–{row.points_lost}"),
            *([cell(exact_tiebreak_points(row.place.points or Fraction()), bold=True)] if scored else []),
            *([place_cell(row)] if crossed else []),
        ]
        for number, each in enumerate(table.rows)
        for row in [each.row]
    ]
    return {"title": name if len(wall.parts) > 1 else alone, "columns": columns, "rows": rows}


def place_cell(row: Any) -> Cell:
    is_known = row.place.clinched or row.place.points is not None
    return cell(range_of_places(row.place) if is_known else "", bold=True)


def met_cell(cells: Any, *, crossed: bool, own: bool) -> Cell:
    if crossed:
        return cell(
            " ".join(each.score for each in cells), bold=any(each.is_won for each in cells), shaded=own
        )
    match cells:
        case [only] if not only.sat_out:
            return cell(only.score or "·", small=str(only.number), bold=only.is_won)
    said = [
        str(code_word(each.sat_out, "sat_out")) if each.sat_out else f"{each.score or '·'} ({each.number})"
        for each in cells
    ]
    return cell(" ".join(said), bold=any(each.is_won for each in cells))
