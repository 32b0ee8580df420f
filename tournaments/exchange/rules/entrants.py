"""Entrants from a CSV file, as a spreadsheet writes it. Plain data in, plain data out; nothing is guessed.

The first line names the columns, in any order and case: `name` or `player` (the number of a player that is
known), and if wanted `home`, `family`, `alternate` (yes or no). What an exported file has beside, the
numbers of its entries and who withdrew, means nothing to another event and is passed over. Cells are
separated by commas, semicolons or tabs, whichever the first line uses.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.names import is_visible_name, tidy_name
from tournaments.exchange.errors import InvalidEntrants

COLUMNS = ("name", "player", "home", "family", "alternate")
EXPORTED = ("entry", "withdrawn")
LONGEST = 80
# What a spreadsheet would take for a formula: exported with an apostrophe before it.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "")
# Errors of a file that are reported at once.
MOST_FAULTS_LISTED = 20


@dataclass(frozen=True, slots=True)
class Entrant:
    """One row: `row` is its number in the file, the line of the columns being 1."""

    row: int
    name: str
    player: int | None
    home: str
    family: str
    alternate: bool


@dataclass(frozen=True, slots=True)
class RowFault:
    row: int
    column: str
    detail: Text

    def as_dict(self) -> dict[str, str | int]:
        return {"row": self.row, "column": self.column, "detail": self.detail}


def read_entrants(text: str, most: int) -> list[Entrant]:
    """Every row of a file of at most `most`. Raises InvalidEntrants, which names where the faults are."""
    lines = read_csv_lines(text.removeprefix("\ufeff"))
    if not lines or not any(lines[0]):
        raise refuse_entrants(
            [RowFault(1, "", _("The file is empty; its first line names the columns: name,home."))]
        )
    columns = [cell.strip().lower() for cell in lines[0]]
    faults = list(csv_column_faults(columns))
    if faults:
        raise refuse_entrants(faults)
    rows = [(number, cells) for number, cells in enumerate(lines[1:], 2) if any(map(str.strip, cells))]
    if len(rows) > most:
        raise refuse_entrants(
            [
                RowFault(
                    rows[most][0],
                    "",
                    _("There are %(count)s entrants; %(most)s can enter.")
                    % {"count": len(rows), "most": most},
                )
            ]
        )
    if not rows:
        raise refuse_entrants([RowFault(2, "", _("Nobody follows the line of the columns."))])
    entrants = []
    for number, cells in rows:
        given = zip(columns, (tidy_name(unquote_csv_cell(cell)) for cell in cells), strict=False)
        found = {column: cell for column, cell in given if column in COLUMNS}
        wrong = list(csv_row_faults(number, columns, cells, found))
        faults += wrong
        if not wrong:
            entrants.append(read_entrant(number, found))
    faults += repeated_entrants(entrants)
    if faults:
        raise refuse_entrants(faults)
    return entrants


def read_csv_lines(text: str) -> list[list[str]]:
    lines: list[list[str]] = []
    try:
        for line in csv.reader(StringIO(text, newline=""), delimiter=guess_csv_delimiter(text), strict=True):
            lines.append(line)
    except csv.Error as wrong:
        raise refuse_entrants(
            [RowFault(len(lines) + 1, "", _("It cannot be read as CSV: %(wrong)s.") % {"wrong": wrong})]
        ) from None
    return lines


def unquote_csv_cell(cell: str) -> str:
    """A cell without the apostrophe that an export puts before a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULAS) else cell


def guess_csv_delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def csv_column_faults(columns: list[str]) -> Iterator[RowFault]:
    for place, column in enumerate(columns):
        if column not in COLUMNS + EXPORTED:
            yield RowFault(
                1,
                column[:LONGEST],
                _("There is no such column; there are %(columns)s.") % {"columns": COLUMNS},
            )
        elif column in columns[:place]:
            yield RowFault(1, column, _("The column stands twice."))
    if not {"name", "player"} & set(columns):
        yield RowFault(1, "name", _("A column name, or player with the numbers of players, is missing."))


def csv_row_faults(
    row: int, columns: list[str], cells: list[str], found: dict[str, str]
) -> Iterator[RowFault]:
    if len(cells) > len(columns):
        yield RowFault(
            row,
            "",
            _("The row has %(cells)s cells; there are %(columns)s columns.")
            % {"cells": len(cells), "columns": len(columns)},
        )
    if not found.get("name") and not found.get("player"):
        yield RowFault(row, "name" if "name" in columns else "player", _("Nobody is named."))
    for column, value in found.items():
        if len(value) > LONGEST:
            yield RowFault(
                row,
                column,
                _("%(value)r... is longer than %(most)s characters.")
                % {"value": value[:20], "most": LONGEST},
            )
        elif not is_visible_name(value):
            yield RowFault(row, column, _("There are control or invisible characters in it."))
    number = found.get("player", "")
    if number and not (number.isascii() and number.isdecimal() and len(number) < 19):
        yield RowFault(row, "player", _("%(number)r is no number of a player.") % {"number": number[:20]})
    if found.get("alternate", "").lower() not in YES + NO:
        yield RowFault(
            row, "alternate", _("%(value)r is neither yes nor no.") % {"value": found["alternate"][:20]}
        )


def read_entrant(row: int, found: dict[str, str]) -> Entrant:
    return Entrant(
        row,
        found.get("name", ""),
        int(found["player"]) if found.get("player") else None,
        found.get("home", ""),
        found.get("family", ""),
        found.get("alternate", "").lower() in YES,
    )


def repeated_entrants(entrants: list[Entrant]) -> Iterator[RowFault]:
    """The same player twice; two of one name need their numbers to be distinguished."""
    first: dict[object, int] = {}
    for entrant in entrants:
        who: object = entrant.player if entrant.player is not None else entrant.name.casefold()
        if who in first:
            column = "name" if entrant.player is None else "player"
            yield RowFault(
                entrant.row, column, _("The same player stands in row %(row)s already.") % {"row": first[who]}
            )
        first.setdefault(who, entrant.row)


def refuse_entrants(faults: list[RowFault]) -> InvalidEntrants:
    first = faults[0]
    where = (_("row %(row)s, column %(column)s") if first.column else _("row %(row)s")) % first.as_dict()
    return InvalidEntrants(
        "In %(where)s: %(fault)s There are %(more)s more faults. Nobody was entered."
        if len(faults) > 1
        else "In %(where)s: %(fault)s Nobody was entered.",
        {"where": where, "fault": first.detail, "more": len(faults) - 1},
        faults=[fault.as_dict() for fault in faults[:MOST_FAULTS_LISTED]],
    )
