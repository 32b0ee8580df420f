"""Which match goes to which table next: tables that a director can check by hand."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as some

from tests.each import each
from tournaments.venues.rules.calling import WaitingMatch, plan_calls, table_takes, waiting_since
from tournaments.venues.rules.tables import TableUse, VenueTable

EIGHT = datetime(2026, 3, 7, 20, tzinfo=UTC)
OPEN, RESERVED, OUT = TableUse.OPEN, TableUse.RESERVED, TableUse.OUT_OF_USE


def venue(*tables):
    """venue("1", ("S", RESERVED)): tables in that order."""
    return tuple(VenueTable(table) if isinstance(table, str) else VenueTable(*table) for table in tables)


def match(number, *, persons=None, tables=(), first=False, present=True, minute=0, round=1):
    """Match 7 is played by 70 and 71, unless it is said."""
    return WaitingMatch(
        match=number,
        persons=frozenset(persons or (10 * number, 10 * number + 1)),
        tables=frozenset(tables),
        is_first=first,
        is_present=present,
        since=EIGHT + timedelta(minutes=minute),
        order=(round, number),
    )


THREE = venue("1", "2", "3")


@each(
    "waiting, planned",
    [
        ([], {}),
        ([match(7)], {"1": 7}),
        # Who has waited longest, whatever its number.
        ([match(7, minute=5), match(8, minute=2), match(9, minute=9)], {"1": 8, "2": 7, "3": 9}),
        # Since the same moment: the earlier round, and in it the earlier match.
        ([match(9), match(8, round=2), match(7, round=2)], {"1": 9, "2": 7, "3": 8}),
        # Those put first before those who have waited longer; who is not there yet behind all others.
        ([match(7), match(8, minute=9, first=True)], {"1": 8, "2": 7}),
        ([match(7, present=False), match(8, minute=9)], {"1": 8, "2": 7}),
        ([match(7, first=True, present=False), match(8, minute=9)], {"1": 7, "2": 8}),
        # More matches than tables: the rest waits.
        ([match(number, minute=number) for number in (9, 8, 7, 6)], {"1": 6, "2": 7, "3": 8}),
        # Nobody is called twice, and the next match is asked.
        ([match(7, persons=(1, 2)), match(8, persons=(2, 3)), match(9, persons=(3, 4))], {"1": 7, "2": 9}),
    ],
)
def test_the_order_of_matches(waiting, planned):
    found = plan_calls(THREE, (), (), waiting)
    assert found == planned
    assert list(found.values()) == list(planned.values()), "the first match first"


def test_who_sits_somewhere_is_not_called():
    waiting = [match(7, persons=(1, 2)), match(8, persons=(3, 4))]
    assert plan_calls(THREE, ("1",), (2,), waiting) == {"2": 8}


def test_tables_are_taken_in_the_order_of_the_venue():
    tables = venue("9", ("5", OUT), ("S", RESERVED), "1", "2")
    assert plan_calls(tables, ("1",), (), [match(6), match(7), match(8)]) == {"9": 6, "2": 7}


def test_a_match_goes_where_its_event_is():
    tables = venue("1", "2", ("S", RESERVED, "Stream"))
    waiting = [match(6, tables=("2", "S")), match(7, tables=("S",)), match(8, tables=("S", "1")), match(9)]
    assert plan_calls(tables, (), (), waiting) == {"2": 6, "S": 7, "1": 8}


@each(
    "table, named, takes",
    [
        ("1", (), True),
        ("S", (), False),
        ("X", (), False),
        ("1", ("1", "S"), True),
        ("S", ("1", "S"), True),
        ("1", ("S",), False),
        ("X", ("X",), False),
        # Of what the venue does not have, nothing is named.
        ("1", ("gone",), True),
        ("S", ("gone",), False),
        ("1", ("gone", "S"), False),
        # In whatever case it is written.
        ("S", ("s",), True),
        ("1", ("s",), False),
    ],
)
def test_which_table_takes_what(table, named, takes):
    tables = venue("1", ("S", RESERVED), ("X", OUT))
    (found,) = (each for each in tables if each.name == table)
    assert table_takes(found, named, tables) == takes


@each(
    "got_up, minute",
    [({}, 0), ({10: -5}, 0), ({10: 3}, 3), ({10: 3, 11: 8}, 8), ({10: 8, 11: 3}, 8), ({99: 30}, 0)],
)
def test_since_when_a_match_could_have_been_played(got_up, minute):
    moments = {person: EIGHT + timedelta(minutes=after) for person, after in got_up.items()}
    assert waiting_since(EIGHT, (10, 11), moments) == EIGHT + timedelta(minutes=minute)


some_match = some.builds(
    match,
    some.integers(1, 40),
    persons=some.sets(some.integers(1, 12), min_size=2, max_size=4),
    tables=some.sets(some.sampled_from(["1", "2", "S", "X", "gone"]), max_size=2),
    first=some.booleans(),
    present=some.booleans(),
    minute=some.integers(0, 9),
)


@given(
    waiting=some.lists(some_match, max_size=12, unique_by=lambda each: each.match),
    taken=some.sets(some.sampled_from(["1", "2", "S"])),
    busy=some.sets(some.integers(1, 12), max_size=4),
    order=some.randoms(),
)
def test_of_any_evening(waiting, taken, busy, order):
    tables = venue("1", "2", ("S", RESERVED), ("X", OUT), "3")
    planned = plan_calls(tables, taken, busy, waiting)
    by_number = {each.match: each for each in waiting}
    assert not planned.keys() & (taken | {"X"}), "free tables alone"
    assert len(set(planned.values())) == len(planned), "a match at one table"
    seated = [person for number in planned.values() for person in by_number[number].persons]
    assert len(set(seated)) == len(seated), "nobody twice"
    assert not busy.intersection(seated)
    named = {table.name: table for table in tables}
    for name, number in planned.items():
        assert table_takes(named[name], by_number[number].tables, tables)
    free = [table for table in tables if table.name not in taken | planned.keys()]
    for left in waiting:
        if left.match not in planned.values() and not left.persons & (busy | set(seated)):
            assert not any(table_takes(table, left.tables, tables) for table in free), "nobody left out"
    shuffled = waiting.copy()
    order.shuffle(shuffled)
    assert plan_calls(tables, taken, busy, shuffled) == planned, "in whatever order they are told"


def test_the_first_waits_for_nobody_behind():
    """Whoever comes earlier has a table before who comes later, where both may have it."""
    waiting = [match(number, minute=number, tables=("1",)) for number in (3, 2, 1)]
    assert plan_calls(THREE, (), (), waiting) == {"1": 1}
