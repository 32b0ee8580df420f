"""The results of an event as a director works through them: what is shown, marked, was entered."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from matches.search.rules.folding import search_key
from tournaments.desk.rules.slips import SlipMatch
from tournaments.events.rules.numbers import label_of_board, match_label
from tournaments.events.rules.slots import OVER, TO_PLAY, SlotState
from tournaments.events.selectors import GridRound, GridRow, GridSide

EXPECTED = TO_PLAY | {SlotState.REPORTED, SlotState.JUDGING}
"""A result can be entered."""

FILTERS: Mapping[str, Collection[SlotState]] = {
    "to_do": EXPECTED | {SlotState.DISPUTED, SlotState.APPEALED},
    "all": frozenset(SlotState),
    "late": {SlotState.LATE},
    "disputed": {SlotState.DISPUTED, SlotState.APPEALED},
    "reported": {SlotState.REPORTED},
    "blocked": {SlotState.BLOCKED},
    "over": OVER,
}
"""The states of matches that each filter shows."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A match in the grid. is_marked: a score without a number is of it; is_kept: it was entered just now."""

    row: GridRow
    is_marked: bool = False
    is_kept: bool = False

    @property
    def key(self) -> str:
        """By what addresses name it: its number, with the board of a match of teams."""
        return row_key(self.row)

    @property
    def label(self) -> str:
        return row_label(self.row)

    @property
    def is_expected(self) -> bool:
        return self.row.slot.state in EXPECTED


@dataclass(frozen=True, slots=True)
class DeskRound:
    """A round with those of its matches that are shown."""

    round: GridRound
    rows: tuple[DeskRow, ...]


def row_key(row: GridRow) -> str:
    slot = row.slot
    return label_of_board(str(slot.number), slot.board)


def row_label(row: GridRow) -> str:
    """What a match is called, the board of a match of teams behind it: W3, W3/2."""
    return label_of_board(match_label(row.slot.part, row.slot.number) or "", row.slot.board)


@dataclass(frozen=True)
class DeskResults:
    """The grid, narrowed by a filter.

    marked: the key of the row that a score alone is of. kept: keys of what was entered since the page was
    opened, which stays where it is.
    """

    grid: Sequence[GridRound]
    shown: str
    marked: str
    kept: Collection[str]

    @cached_property
    def rows(self) -> list[GridRow]:
        return [row for each in self.grid for row in each.rows if row.slot.number is not None]

    @cached_property
    def by_key(self) -> dict[str, GridRow]:
        return {row_key(row): row for row in self.rows}

    @cached_property
    def labels(self) -> dict[int, str]:
        """What the matches are called, by their numbers."""
        return {row.slot.number or 0: match_label(row.slot.part, row.slot.number) or "" for row in self.rows}

    @cached_property
    def marked_key(self) -> str:
        """The row asked for, as long as its result is expected; else the first whose is."""
        asked = self.by_key.get(self.marked)
        if asked is not None and asked.slot.state in EXPECTED:
            return self.marked
        return next((row_key(row) for row in self.rows if row.slot.state in EXPECTED), "")

    @property
    def marked_row(self) -> GridRow | None:
        return self.by_key.get(self.marked_key)

    @property
    def needing(self) -> list[GridRow]:
        """The matches that need a director: disputed ones first, then those that are late."""
        states = (SlotState.DISPUTED, SlotState.APPEALED, SlotState.LATE)
        found = [row for row in self.rows if row.slot.state in states]
        return sorted(found, key=lambda row: states.index(row.slot.state))

    def next_after(self, key: str) -> str:
        """The row whose result is expected after another, or the first."""
        keys = list(self.by_key)
        behind = keys[keys.index(key) + 1 :] if key in self.by_key else []
        found = (
            each for each in (*behind, *keys) if self.by_key[each].slot.state in EXPECTED and each != key
        )
        return next(found, "")

    @cached_property
    def rounds(self) -> list[DeskRound]:
        """The rounds of which something is shown."""
        return [DeskRound(each, rows) for each in self.grid if (rows := tuple(self._shown(each.rows)))]

    def _shown(self, rows: Sequence[GridRow]) -> Iterator[DeskRow]:
        for row in rows:
            # It has a number as soon as a worker has set it up.
            if row.slot.number is None:
                continue
            key = row_key(row)
            is_kept = key in self.kept
            if row.slot.state in FILTERS[self.shown] or (self.shown == "to_do" and is_kept):
                yield DeskRow(row, key == self.marked_key, is_kept)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many matches each filter shows."""
        return {name: sum(row.slot.state in states for row in self.rows) for name, states in FILTERS.items()}

    def slip_matches(self, also: Mapping[int, str] = {}) -> list[SlipMatch]:
        """The matches as slips are read. `also`: by the number of a player, the key of all its names."""
        return [
            SlipMatch(
                row.slot.number or 0,
                row.slot.board,
                row.length,
                (side_key(row.one, also), side_key(row.two, also)),
                row.slot.state in FILTERS["to_do"],
                match_label(row.slot.part, row.slot.number) or "",
            )
            for row in self.rows
        ]


def side_key(side: GridSide, also: Mapping[int, str]) -> str:
    """By what a side is found; "" while nobody sits there."""
    if side.player is not None and side.player in also:
        return also[side.player]
    return search_key(*filter(None, (side.name, side.board_player)))


def results_of_event(
    grid: Sequence[GridRound], *, shown: str = "to_do", marked: str = "", kept: Collection[str] = ()
) -> DeskResults:
    """The grid of an event, as somebody has narrowed it."""
    return DeskResults(grid, shown if shown in FILTERS else "to_do", marked, frozenset(kept))
