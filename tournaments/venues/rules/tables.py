"""The tables of a venue: what they are called, in their order, and what is called to them. Plain data.

A table is known by its name, for good: who renames it takes it away and puts another in its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _
from tournaments.venues.errors import InvalidTables

TABLES_MAX = 200
NAME_MAX, NOTE_MAX = 16, 80


class TableUse(StrEnum):
    OPEN = "open"  # takes the next match of any event
    RESERVED = "reserved"  # takes what names it, and what is called to it by hand
    OUT_OF_USE = "out_of_use"  # takes nothing


@dataclass(frozen=True, slots=True)
class VenueTable:
    """note: what it is reserved for, or why it is out of use."""

    name: str
    use: TableUse = TableUse.OPEN
    note: str = ""


def tables_of_venue(stored: Iterable[Mapping[str, Any]]) -> tuple[VenueTable, ...]:
    """The tables that a venue's row holds, in their order."""
    return tuple(VenueTable(each["name"], TableUse(each["use"]), each["note"]) for each in stored)


def table_named(tables: Iterable[VenueTable], name: str) -> VenueTable | None:
    """The table of that name, in whatever case it is written."""
    return next((table for table in tables if table.name.casefold() == name.strip().casefold()), None)


def stored_tables(tables: Sequence[VenueTable]) -> list[dict[str, Any]]:
    """As a venue's row holds them, if they can stand beside each other. Raises InvalidTables."""
    if len(tables) > TABLES_MAX:
        raise InvalidTables(
            "A venue has %(most)s tables at most, and these are %(count)s. Leave some out.",
            {"most": TABLES_MAX, "count": len(tables)},
            tables=len(tables),
        )
    known: set[str] = set()
    for table in tables:
        if reason := table_name_fault(table.name):
            raise InvalidTables(
                "A table cannot be called %(name)r: %(reason)s. Choose another name.",
                {"name": table.name[:40], "reason": reason},
                table=table.name[:40],
            )
        if table.name.casefold() in known:
            raise InvalidTables(
                "Two tables are called %(name)s. Give one of them another name.",
                {"name": table.name},
                table=table.name,
            )
        known.add(table.name.casefold())
    return [{**asdict(table), "use": table.use.value} for table in tables]


def table_name_fault(name: str) -> Text | None:
    """Why a table cannot be called so."""
    if not name or name != name.strip() or not name.isprintable():
        return _("a name is what can be read aloud, without spaces around it")
    if len(name) > NAME_MAX:
        return _("it has more than %(most)s characters") % {"most": NAME_MAX}
    return None
