"""What the screen of an event shows: view after view, each as much as is read from across a room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tournaments.desk.rules.wall_sheets import WallBlock, WallScale
from tournaments.desk.selectors import PrintedRound, Wall, seats_by_name
from tournaments.events.models import Tournament
from tournaments.events.rules.slots import TO_PLAY, SlotState
from tournaments.events.selectors import (
    EventSlots,
    GridRound,
    GridRow,
    TournamentCourse,
    ViewerRights,
    event_slots,
    grid_of_slots,
    tournament_course,
)

from .rules import MOST, SECONDS, in_sections

NOW_PLAYED = TO_PLAY - {SlotState.SCHEDULED} | {SlotState.JUDGING}
SCALE = WallScale(rows=8, columns=4, joining=0, least_type=0)
"""How much of a bracket is seen at a time."""


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A view: its code, what is in it, and which of how many sections it is, from 1."""

    code: str
    content: Any
    section: int = 1
    sections: int = 1

    @property
    def seconds(self) -> int:
        return SECONDS[self.code]

    @property
    def key(self) -> str:
        """By which its address and the script know it: standings-2."""
        return f"{self.code}-{self.section}"


@dataclass(frozen=True)
class EventScreen:
    """The screen of an event that is loaded."""

    course: TournamentCourse
    event: EventSlots

    @property
    def tournament(self) -> Tournament:
        return self.course.tournament

    @cached_property
    def grid(self) -> list[GridRound]:
        """As nobody in particular sees it: nothing that is not published."""
        return grid_of_slots(self.event, ViewerRights()) if self.event.slots else []

    @cached_property
    def now_played(self) -> list[PrintedRound]:
        """Matches that are at their tables, or called there; all that can be played where nobody calls."""
        uses_tables = any(row.table for each in self.grid for row in each.rows)
        return [
            PrintedRound(each, rows, ())
            for each in self.grid
            if (
                rows := tuple(
                    row
                    for row in each.rows
                    if row.slot.match is not None
                    and row.slot.state in NOW_PLAYED
                    and (row.table or not uses_tables)
                )
            )
        ]

    @cached_property
    def tables(self) -> list[GridRow]:
        """The same by their tables."""
        return sorted((row for each in self.now_played for row in each.rows), key=place_in_room)

    @property
    def called(self) -> list[GridRow]:
        """Those that have been called to a table, and have not begun as far as anybody says."""
        return [row for row in self.tables if row.table and row.slot.state in TO_PLAY - {SlotState.PLAYING}]

    @property
    def results(self) -> list[GridRow]:
        """The latest first."""
        decided = [row for each in self.grid for row in each.rows if row.result is not None]
        return sorted(decided, key=lambda row: row.result.at if row.result else self.event.now, reverse=True)

    @cached_property
    def wall(self) -> Wall:
        return Wall(self.course, SCALE)

    @property
    def brackets(self) -> list[WallBlock]:
        """The blocks of brackets in which something is still to be decided."""
        blocks = (block for sheet in self.wall.sheets for block in sheet)
        return [block for block in blocks if self.is_open(block)]

    def is_open(self, block: WallBlock) -> bool:
        """Whether a match of the block is not over."""
        keys = (key for column in block.columns for key in column.keys if key is not None)
        return any(not self.wall.slots[key].is_over for key in keys)

    @property
    def entrants(self) -> list[str]:
        """Who has entered, before the draw."""
        field = (entry for entry in self.course.entries.values() if not entry.has_withdrawn)
        return [entry.player.effective_player.name for entry in field]

    @cached_property
    def views(self) -> list[ScreenView]:
        """One at least, whatever the event has come to."""
        return [*self._views()]

    def _views(self) -> Iterator[ScreenView]:
        if self.tournament.draw is None:
            yield from sectioned("entries", self.entrants) if self.entrants else [ScreenView("entries", [])]
            return
        if self.course.champion is not None:
            yield ScreenView("winner", self.course.champion.player.effective_player.name)
        yield from sectioned("tables", self.tables)
        # In rounds of which all is on one view nobody looks for a name.
        if len(self.tables) > 1:
            yield from sectioned("names", seats_by_name(self.now_played))
        brackets = self.brackets
        for number, block in enumerate(brackets, 1):
            yield ScreenView("bracket", block, number, len(brackets))
        if self.has_standings:
            yield from sectioned("standings", self.course.standings)
        yield from sectioned("results", self.results[: MOST["results"]])
        if not self.tables and not brackets and not self.has_standings and self.course.champion is None:
            yield ScreenView("entries", [])

    @property
    def has_standings(self) -> bool:
        """Whether places say something: where points are counted, and at the end."""
        rows = self.course.standings
        return bool(rows) and (rows[0].place.points is not None or self.course.champion is not None)


def sectioned(code: str, lines: Sequence[Any]) -> Iterator[ScreenView]:
    """The views of one kind: as many as hold its lines."""
    sections = in_sections(lines, MOST[code])
    for number, section in enumerate(sections, 1):
        yield ScreenView(code, section, number, len(sections))


def place_in_room(row: GridRow) -> tuple[bool, int, str, int]:
    """The order of tables: numbers before names, those without a table last."""
    table = row.table or ""
    return not table, int(table) if table.isdecimal() else 10**6, table, row.slot.number or 0


def event_screen(tournament: Tournament, now: datetime) -> EventScreen:
    """The screen of an event: the queries of its page and of its desk, at any size."""
    return EventScreen(tournament_course(tournament), event_slots(tournament, now))
