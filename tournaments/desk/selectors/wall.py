"""An event as it hangs on a wall: brackets on sheets, groups as crosstables, other rounds as a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.desk.rules.wall_sheets import (
    Sheet,
    WallBlock,
    WallColumn,
    WallMatch,
    WallScale,
    Wire,
    bracket_blocks,
    sheets_of_blocks,
)
from tournaments.events.selectors import (
    BracketRound,
    BracketSlot,
    ResultChart,
    ShownPart,
    TournamentCourse,
    chart_of_part,
    scores_of_slot,
)

MOST_ON_SHEET = 16
"""Entries whose crosstable fits a sheet."""


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A side of a match: who sits there, or what the match is called that decides it."""

    name: str = ""
    score: str = ""
    is_won: bool = False
    is_bye: bool = False
    from_label: str = ""
    loser: bool = False


@dataclass(frozen=True, slots=True)
class WallRound:
    """A round of a bracket on a sheet: for each row what a match is called and its seats, or nothing."""

    round: BracketRound
    matches: Sequence[tuple[str, Sequence[WallSeat]] | None]
    wires: Sequence[Wire]


@dataclass(frozen=True)
class Wall:
    """What hangs on the wall of an event that is loaded."""

    course: TournamentCourse
    scale: WallScale

    @cached_property
    def parts(self) -> dict[str, ShownPart]:
        return {part.code: part for part in self.course.shown_parts}

    @cached_property
    def slots(self) -> dict[str, BracketSlot]:
        return {slot.slot.key: slot for round in self.course.rounds for slot in round.slots}

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        return {row.entry.pk: row.seed for row in self.course.standings}

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The brackets, in their order."""
        blocks = [
            block
            for part in self.course.shown_parts
            if part.is_bracket
            for block in bracket_blocks(part.code, [self._matches(each) for each in part.rounds], self.scale)
        ]
        return sheets_of_blocks(blocks, self.scale)

    def rounds_of_block(self, block: WallBlock) -> list[WallRound]:
        """What stands in the columns of a block."""
        rounds = self.parts[block.part].rounds
        return [
            WallRound(rounds[each.round - 1], [*self._matches_of_column(each)], each.wires)
            for each in block.columns
        ]

    def _matches_of_column(self, column: WallColumn) -> Iterator[tuple[str, Sequence[WallSeat]] | None]:
        for key in column.keys:
            slot = None if key is None else self.slots[key]
            yield None if slot is None else (slot.label or "", [self._seat(slot, side) for side in (0, 1)])

    def _seat(self, slot: BracketSlot, side: int) -> WallSeat:
        entry, origin = (slot.one, slot.two)[side], slot.origins[side]
        if entry is not None:
            scores = scores_of_slot(slot)
            won = slot.is_over and slot.winner == entry
            return WallSeat(entry.player.effective_player.name, scores[side] if scores else "", won)
        if slot.is_over or origin is None:
            return WallSeat(is_bye=slot.is_over)
        deciding = self.slots.get(origin.key)
        return WallSeat(from_label=(deciding and deciding.label) or "", loser=origin.loser)

    @cached_property
    def tables(self) -> list[ResultChart]:
        """What is played in rounds that lead to no others."""
        parts = (part for part in self.course.shown_parts if not part.is_bracket and part.table)
        return [chart_of_part(part, self.seeds, MOST_ON_SHEET) for part in parts]

    def _matches(self, round: BracketRound) -> list[WallMatch]:
        return [WallMatch(slot.slot.key, tuple(leading_matches(slot)), slot.is_bye) for slot in round.slots]


def leading_matches(slot: BracketSlot) -> Iterator[str]:
    """The keys of the matches whose winners come to this one."""
    for origin in slot.origins:
        if origin is not None and not origin.loser:
            yield origin.key
