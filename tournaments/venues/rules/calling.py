"""Which match goes to which table next. Plain data: no Django, no clock.

The next match takes the next free table. Matches come in this order:

1. those that a director has put first;
2. those whose players have all checked in, where that is asked of them;
3. those that could have been played the longest;
4. of those since the same moment, the earlier round, and in it the earlier match.

Tables come in the order of the venue. A match takes the first free one that it may be called to; it waits
where there is none, or where somebody of it sits at a table or was just given one, and the next match is
asked. So the same evening always gives the same answer, and whoever reads it can tell why.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .tables import TableUse, VenueTable


class Assignment(StrEnum):
    """Who calls the matches of an event to tables."""

    BY_HAND = "by_hand"  # a director, who chooses match and table
    PROPOSED = "proposed"  # a director, by the proposal of this module
    AUTOMATIC = "automatic"  # the service, as soon as a table is free


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that could be played, but for a table.

    persons: who plays in it, members of pairs among them. tables: those it goes to by itself, by name; empty
    for all that are open. since: from when it could have been played. order: the round, the match.
    """

    match: int
    persons: frozenset[int]
    tables: frozenset[str]
    is_first: bool
    is_present: bool
    since: datetime
    order: tuple[int, int]

    @property
    def turn(self) -> tuple[bool, bool, datetime, tuple[int, int]]:
        """What it comes before others by: the least comes first."""
        return not self.is_first, not self.is_present, self.since, self.order


def waiting_since(known_at: datetime, persons: Iterable[int], got_up: Mapping[int, datetime]) -> datetime:
    """From when a match could have been played: both sides were known, and nobody sat at another table."""
    return max([known_at, *(got_up[person] for person in persons if person in got_up)])


def table_takes(table: VenueTable, named: Collection[str], venue: Iterable[VenueTable]) -> bool:
    """Whether a table takes a match by itself whose event or round names these tables.

    Of what is named, what the venue has counts; where it has none of it, nothing is named.
    """
    if table.use is TableUse.OUT_OF_USE:
        return False
    wanted = {name.casefold() for name in named}
    known = {each.name for each in venue if each.name.casefold() in wanted}
    return table.name in known if known else table.use is TableUse.OPEN


def plan_calls(
    venue: Sequence[VenueTable],
    taken: Collection[str],
    busy: Collection[int],
    waiting: Iterable[WaitingMatch],
) -> dict[str, int]:
    """Which match goes to which table next: its number by the name of the table, the first match first.

    taken: tables at which a match sits. busy: who sits there.
    """
    free = [table for table in venue if table.name not in taken]
    seated, planned = set(busy), {}
    for match in sorted(waiting, key=lambda match: match.turn):
        table = next((table for table in free if table_takes(table, match.tables, venue)), None)
        if table is None or not seated.isdisjoint(match.persons):
            continue
        planned[table.name] = match.match
        free.remove(table)
        seated |= match.persons
    return planned
