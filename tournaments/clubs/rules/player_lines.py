"""A list of players as somebody pastes it, or as a spreadsheet writes it; nothing is guessed.

A line a person: the name, then other spellings behind commas or tabs, then behind a semicolon how to reach
them. A spelling in kana is how the name is read. Where the first line names columns (`name`, and if wanted
`reading`, `alias`, `contact`) it is CSV, its cells separated by commas, semicolons or tabs.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.names import is_visible_name, tidy_name

LINES_MAX = 200
NAME_MAX, CONTACT_MAX, ALIASES_MAX = 80, 200, 5
COLUMNS = ("name", "reading", "alias", "contact")
KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f\s・ー]+")
SPELLINGS = re.compile(r"[,，、\t]")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One person of a list. line: the number of the line. fault: why nobody can be recorded by it."""

    line: int
    name: str
    reading: str = ""
    aliases: tuple[str, ...] = ()
    contact: str = ""
    fault: Text | None = None


def read_player_lines(text: str) -> list[PlayerLine]:
    """Every line that has something in it, in order, each with its fault if it has one."""
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip()
    ]
    if not lines:
        return []
    delimiter = max(",;\t", key=lines[0][1].count)
    columns = [cell.strip().lower() for cell in lines[0][1].split(delimiter)]
    read = (
        [line_of_cells(number, columns, delimiter, line) for number, line in lines[1:]]
        if "name" in columns
        else [line_as_written(number, line) for number, line in lines]
    )
    return list(with_faults(read))


def line_as_written(number: int, line: str) -> PlayerLine:
    names, _semicolon, contact = line.replace("；", ";").partition(";")
    name, *others = (tidy_name(each) for each in SPELLINGS.split(names))
    return person_of_line(number, name, others, tidy_name(contact))


def line_of_cells(number: int, columns: Sequence[str], delimiter: str, line: str) -> PlayerLine:
    """A line of CSV; no cell of it goes on in the next."""
    cells = next(csv.reader([line], delimiter=delimiter), [])
    found = {column: tidy_name(cell) for column, cell in zip(columns, cells, strict=False)}
    others = [found.get("reading", ""), *SPELLINGS.split(found.get("alias", ""))]
    return person_of_line(number, found.get("name", ""), map(tidy_name, others), found.get("contact", ""))


def person_of_line(number: int, name: str, others: Iterable[str], contact: str) -> PlayerLine:
    spellings = [each for each in dict.fromkeys(others) if each and each != name]
    reading = next((each for each in spellings if KANA.fullmatch(each)), "")
    aliases = tuple(each for each in spellings if each != reading)
    return PlayerLine(number, name, reading, aliases, contact)


def with_faults(lines: Sequence[PlayerLine]) -> Iterator[PlayerLine]:
    """The lines, each with what is wrong with it."""
    for place, line in enumerate(lines):
        fault = line_fault(line)
        if fault is None and place >= LINES_MAX:
            fault = _("At most %(most)s lines are taken at a time.") % {"most": LINES_MAX}
        yield PlayerLine(line.line, line.name, line.reading, line.aliases, line.contact, fault)


def line_fault(line: PlayerLine) -> Text | None:
    if not line.name:
        return _("There is no name in it.")
    spellings = (line.name, line.reading, *line.aliases)
    if any(len(each) > NAME_MAX for each in spellings) or len(line.contact) > CONTACT_MAX:
        return _("It is too long: a name has at most %(most)s characters.") % {"most": NAME_MAX}
    if not all(is_visible_name(each) for each in (*spellings, line.contact)):
        return _("There are control or invisible characters in it.")
    if len(line.aliases) > ALIASES_MAX:
        return _("There are too many spellings in it: one person a line.")
    if not any(character.isalpha() for character in line.name):
        return _("There are no letters in the name.")
    return None
