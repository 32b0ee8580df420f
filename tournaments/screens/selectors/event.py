"""What the screen of an event shows: view after view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from matches.recordings.rules.clock import ClockFace
from tournaments.desk.rules.wall_sheets import WallBlock, WallScale
from tournaments.desk.selectors import PrintedRound, Wall, seats_by_name
from tournaments.events.models import Tournament
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
from tournaments.screens.rules import MOST

from .clocks import event_clocks, is_timed, side_clocks
from .views import NOW_PLAYED, ScreenView, ShownMatch, by_tables, called_of, latest_first, sectioned

SCALE = WallScale(rows=8, columns=4, joining=0, least_type=0)
"""How much of a bracket is seen at a time."""


@dataclass(frozen=True)
class EventScreen:
    """The screen of an event that is loaded."""

    course: TournamentCourse
    event: EventSlots
    clocks: Mapping[int, ClockFace]

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
    def tables(self) -> list[ShownMatch]:
        """The same by their tables."""
        return by_tables(self._with_clocks(row) for each in self.now_played for row in each.rows)

    def _with_clocks(self, row: GridRow) -> ShownMatch:
        face = None if row.slot.match is None else self.clocks.get(row.slot.match)
        shown = () if face is None else side_clocks(face, self.event.now)
        return ShownMatch(row, self.tournament, is_timed(self.tournament), shown)

    @property
    def called(self) -> list[ShownMatch]:
        return called_of(self.tables)

    @property
    def results(self) -> list[ShownMatch]:
        """The latest first."""
        return latest_first(ShownMatch(row, self.tournament) for each in self.grid for row in each.rows)

    @cached_property
    def wall(self) -> Wall:
        return Wall(self.course, SCALE)

    @cached_property
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
            yield from self.entry_views()
            return
        yield from self.winner_views()
        yield from sectioned("tables", self.tables)
        # In rounds of which all is on one view nobody looks for a name.
        if len(self.tables) > 1:
            yield from sectioned("names", seats_by_name(self.now_played))
        yield from self.standing_views()
        yield from sectioned("results", self.results[: MOST["results"]])
        if not self.tables and not self.brackets and not self.has_standings and self.course.champion is None:
            yield ScreenView("entries", [], self)

    def entry_views(self) -> Iterator[ScreenView]:
        """Who has entered; one view where nobody has."""
        if self.entrants:
            yield from sectioned("entries", self.entrants, self)
        else:
            yield ScreenView("entries", [], self)

    def winner_views(self) -> Iterator[ScreenView]:
        if self.course.champion is not None:
            yield ScreenView("winner", self.course.champion.player.effective_player.name, self)

    def standing_views(self) -> Iterator[ScreenView]:
        """Brackets as far as they are open, and places that say something."""
        for number, block in enumerate(self.brackets, 1):
            yield ScreenView("bracket", block, self, number, len(self.brackets))
        if self.has_standings:
            yield from sectioned("standings", self.course.standings, self)

    @property
    def has_standings(self) -> bool:
        """Whether places say something: where points are counted, and at the end."""
        rows = self.course.standings
        return bool(rows) and (rows[0].place.points is not None or self.course.champion is not None)


def event_screen(tournament: Tournament, now: datetime) -> EventScreen:
    """The screen of an event: the queries of its page and of its desk, and of its clocks, at any size."""
    course, slots = tournament_course(tournament), event_slots(tournament, now)
    return EventScreen(course, slots, event_clocks([tournament]) if slots.slots else {})
