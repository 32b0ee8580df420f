"""Tables as people write them in one line: "1-20, Stream", "Stream (the final)". Plain data."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from .tables import NAME_MAX, TABLES_MAX, TableUse, VenueTable

SPAN = re.compile(r"([0-9]{1,4})\s*[-–~]\s*([0-9]{1,4})")
NOTED = re.compile(r"(?P<name>[^()]*?)\s*(?:\((?P<note>[^()]*)\))?")
SEPARATOR = re.compile(r"[,;、\n](?![^(]*\))")

Named = tuple[str, str]
"""The name of a table, and what is noted of it."""


def read_table_names(text: str) -> list[Named]:
    """The tables that a line names, each with its note: "1-3, Stream (the final)" names four.

    A span of numbers is every number of it, as many as a venue has at most and one more. Full-width
    characters are read as their narrow ones.
    """
    narrow = unicodedata.normalize("NFKC", text.replace("～", "~"))
    return [named for part in SEPARATOR.split(narrow) if part.strip() for named in named_tables(part.strip())]


def named_tables(part: str) -> Iterator[Named]:
    found = NOTED.fullmatch(part)
    name, note = (part, "") if found is None else (found["name"], found["note"] or "")
    span = SPAN.fullmatch(name)
    if span is None or int(span[2]) < int(span[1]):
        yield name.strip(), note.strip()
        return
    first, last = int(span[1]), int(span[2])
    for number in range(first, min(last, first + TABLES_MAX) + 1):
        yield str(number), note.strip()


def write_table_names(tables: Iterable[Named]) -> str:
    """The line that names these tables, numbers that follow each other as a span."""
    return ", ".join(name if not note else f"{name} ({note})" for name, note in spanned(list(tables)))


def spanned(tables: list[Named]) -> Iterator[Named]:
    def run(item: tuple[int, Named]) -> tuple[object, str]:
        place, (name, note) = item
        is_number = re.fullmatch(r"[1-9][0-9]{0,3}", name) is not None
        return (int(name) - place if is_number else name), note

    for (_, note), items in groupby(enumerate(tables), run):
        names = [name for _, (name, _) in items]
        yield (names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"), note


def tables_written(tables: str, reserved: str, out_of_use: str) -> list[VenueTable]:
    """The tables of a venue, of which some are reserved or out of use, by three lines.

    Raises KeyError with the name of one that is reserved or out of use and is none of the venue's.
    """
    special = {
        name.casefold(): (name, use, note)
        for use, text in ((TableUse.RESERVED, reserved), (TableUse.OUT_OF_USE, out_of_use))
        for name, note in read_table_names(text)
    }
    found = []
    for name, _ in read_table_names(tables):
        _, use, note = special.get(name.casefold(), (name, TableUse.OPEN, ""))
        found.append(VenueTable(name, use, note))
    known = {table.name.casefold() for table in found}
    unknown = next((name for key, (name, _, _) in special.items() if key not in known), None)
    if unknown is not None:
        raise KeyError(unknown[:NAME_MAX])
    return found
