"""Tables written in one line, and read from it."""

import pytest

from tournaments.venues.rules.table_names import read_table_names, tables_written, write_table_names
from tournaments.venues.rules.tables import TABLES_MAX, TableUse, VenueTable


@pytest.mark.parametrize(
    ("line", "names", "written"),
    [
        ("", "", ""),
        ("1-4", "1 2 3 4", "1-4"),
        ("1 – 3, Stream", "1 2 3 Stream", "1-3, Stream"),
        ("３～５、配信台", "3 4 5 配信台", "3-5, 配信台"),
        ("2;1\n7", "2 1 7", "2, 1, 7"),
        ("1, 2, 4-5", "1 2 4 5", "1-2, 4-5"),
        ("A-1, A-2", "A-1 A-2", "A-1, A-2"),
        ("4-2", "4-2", "4-2"),
        ("007", "007", "007"),
    ],
)
def test_a_line_and_its_tables(line, names, written):
    found = read_table_names(line)
    assert [name for name, note in found] == names.split()
    assert write_table_names(found) == written
    assert read_table_names(written) == found


def test_notes_stand_behind_a_name():
    line = "19-20 (doubles, pairs), Stream (the final)"
    assert read_table_names(line) == [
        ("19", "doubles, pairs"),
        ("20", "doubles, pairs"),
        ("Stream", "the final"),
    ]
    assert write_table_names(read_table_names(line)) == line


def test_nobody_has_a_million_tables():
    assert len(read_table_names("1-9999")) == TABLES_MAX + 1


def test_three_lines_are_the_tables_of_a_venue():
    assert tables_written("1-3, Stream", "stream (final)", "2 (leg)") == [
        VenueTable("1"),
        VenueTable("2", TableUse.OUT_OF_USE, "leg"),
        VenueTable("3"),
        VenueTable("Stream", TableUse.RESERVED, "final"),
    ]
    with pytest.raises(KeyError, match="9"):
        tables_written("1-3", "9", "")
