"""What tables may be called, as a table."""

import pytest

from tests.each import each
from tournaments.venues.errors import InvalidTables
from tournaments.venues.rules.tables import (
    NAME_MAX,
    TABLES_MAX,
    TableUse,
    VenueTable,
    stored_tables,
    table_named,
    tables_of_venue,
)


def named(*names):
    return [VenueTable(name) for name in names]


def test_tables_are_stored_in_their_order():
    tables = [
        VenueTable("2"),
        VenueTable("Stream", TableUse.RESERVED, "The final"),
        VenueTable("1", TableUse.OUT_OF_USE, "A leg is broken"),
    ]
    stored = stored_tables(tables)
    assert stored == [
        {"name": "2", "use": "open", "note": ""},
        {"name": "Stream", "use": "reserved", "note": "The final"},
        {"name": "1", "use": "out_of_use", "note": "A leg is broken"},
    ]
    assert tables_of_venue(stored) == tuple(tables)
    assert stored_tables([]) == []


@each(
    "names, says",
    [
        (("1", "2", "1"), "Two tables are called 1."),
        (("Bar", "BAR"), "Two tables are called BAR."),
        ((" 1",), "without spaces around it"),
        (("1 ",), "without spaces around it"),
        (("",), "without spaces around it"),
        (("a\tb",), "without spaces around it"),
        (("x" * (NAME_MAX + 1),), f"more than {NAME_MAX} characters"),
        (tuple(map(str, range(TABLES_MAX + 1))), f"{TABLES_MAX} tables at most, and these are 201"),
    ],
)
def test_what_tables_cannot_be(names, says):
    with pytest.raises(InvalidTables, match=says):
        stored_tables(named(*names))


def test_as_many_and_as_long_as_can_be():
    assert len(stored_tables(named(*map(str, range(TABLES_MAX))))) == TABLES_MAX
    assert stored_tables(named("x" * NAME_MAX, "卓 1", "01", "1"))


@each("wanted, found", [("1", "1"), ("bar", "Bar"), (" BAR ", "Bar"), ("01", None), ("", None)])
def test_a_table_is_found_however_its_name_is_written(wanted, found):
    table = table_named(named("1", "Bar"), wanted)
    assert (None if table is None else table.name) == found
