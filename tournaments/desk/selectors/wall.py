"""An event as it hangs on a wall: brackets on sheets, groups as crosstables, other rounds as a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from matches.play.rules.results import EFFECTS, ResultKind
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
from tournaments.events.models import Entry
from tournaments.events.selectors import BracketRound, BracketSlot, ShownPart, StandingsRow, TournamentCourse

MOST_IN_CROSSTABLE = 16

Scores = tuple[str, str]

WITHOUT_PLAY: Scores = ("+", "−")
"""Of who won without play, and of who lost so."""


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A side of a match: who sits there, or the number of the match that decides it."""

    name: str = ""
    score: str = ""
    is_won: bool = False
    is_bye: bool = False
    from_match: int | None = None
    loser: bool = False


@dataclass(frozen=True, slots=True)
class WallRound:
    """A round of a bracket on a sheet: for each row the number of a match and its seats, or nothing."""

    round: BracketRound
    matches: Sequence[tuple[int | None, Sequence[WallSeat]] | None]
    wires: Sequence[Wire]


@dataclass(frozen=True, slots=True)
class WallCell:
    """How somebody fared in a match, their score first. number: the opponent's; None where there was none."""

    score: str
    number: int | None = None
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class WallRow:
    """An entry with its cells, one for each column; several where two met more than once."""

    row: StandingsRow
    cells: Sequence[Sequence[WallCell]]


@dataclass(frozen=True, slots=True)
class WallTable:
    """A group or the rounds of an event. columns: numbers of opponents, or of rounds."""

    part: ShownPart
    is_crosstable: bool
    columns: Sequence[int]
    rows: Sequence[WallRow]


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

    def _matches_of_column(
        self, column: WallColumn
    ) -> Iterator[tuple[int | None, Sequence[WallSeat]] | None]:
        for key in column.keys:
            slot = None if key is None else self.slots[key]
            yield None if slot is None else (slot.number, [self._seat(slot, side) for side in (0, 1)])

    def _seat(self, slot: BracketSlot, side: int) -> WallSeat:
        entry, origin = (slot.one, slot.two)[side], slot.origins[side]
        if entry is not None:
            scores = scores_of_slot(slot)
            won = slot.is_over and slot.winner == entry
            return WallSeat(entry.player.effective_player.name, scores[side] if scores else "", won)
        if slot.is_over or origin is None:
            return WallSeat(is_bye=slot.is_over)
        return WallSeat(from_match=self.course.numbers.get(origin.key), loser=origin.loser)

    @cached_property
    def tables(self) -> list[WallTable]:
        """What is played in rounds that lead to no others."""
        parts = (part for part in self.course.shown_parts if not part.is_bracket and part.table)
        return [self._crosstable(part) if is_all_against_all(part) else self._rounds(part) for part in parts]

    def _matches(self, round: BracketRound) -> list[WallMatch]:
        return [WallMatch(slot.slot.key, tuple(leading_matches(slot)), slot.is_bye) for slot in round.slots]

    def _crosstable(self, part: ShownPart) -> WallTable:
        """In the order of the draw, so that rows and columns stay when places change."""
        rows = sorted(part.table, key=lambda row: row.seed)
        met: dict[tuple[int, int], list[WallCell]] = {}
        for _round, entry, opponent, cell in self._fared(part):
            if opponent is not None:
                met.setdefault((entry.pk, opponent.pk), []).append(cell)
        numbers = [each.seed for each in rows]
        table = [WallRow(row, [met.get((row.entry.pk, each.entry.pk), []) for each in rows]) for row in rows]
        return WallTable(part, True, numbers, table)

    def _rounds(self, part: ShownPart) -> WallTable:
        """In the order of places, as they are now."""
        fared: dict[tuple[int, int], list[WallCell]] = {}
        for round, entry, _opponent, cell in self._fared(part):
            fared.setdefault((entry.pk, round.number), []).append(cell)
        numbers = [each.number for each in part.rounds]
        table = [
            WallRow(row, [fared.get((row.entry.pk, each), []) for each in numbers]) for row in part.table
        ]
        return WallTable(part, False, numbers, table)

    def _fared(self, part: ShownPart) -> Iterator[tuple[BracketRound, Entry, Entry | None, WallCell]]:
        """Of each match both sides, as far as it has come; who sits a round out, alone."""
        for round in part.rounds:
            for slot in round.slots:
                scores = scores_of_slot(slot)
                for side, (entry, opponent) in enumerate(((slot.one, slot.two), (slot.two, slot.one))):
                    if entry is not None:
                        number = None if opponent is None else self.seeds.get(opponent.pk)
                        won = slot.is_over and slot.winner == entry and opponent is not None
                        yield round, entry, opponent, WallCell(score_from(scores, side), number, won)


def score_from(scores: Scores | None, side: int) -> str:
    """As one says it who sat there: 3–5; + or − alone."""
    if scores is None:
        return ""
    own, other = scores[side], scores[1 - side]
    return own if own in WITHOUT_PLAY else f"{own}–{other}"


def leading_matches(slot: BracketSlot) -> Iterator[str]:
    """The keys of the matches whose winners come to this one."""
    for origin in slot.origins:
        if origin is not None and not origin.loser:
            yield origin.key


def is_all_against_all(part: ShownPart) -> bool:
    """Whether everybody of a part meets everybody, in a table that fits a sheet."""
    entries = {row.entry.pk for row in part.table}
    if len(entries) > MOST_IN_CROSSTABLE:
        return False
    met = {
        frozenset((slot.one.pk, slot.two.pk))
        for round in part.rounds
        for slot in round.slots
        if slot.one is not None and slot.two is not None
    }
    return all(frozenset(pair) in met for pair in combinations(entries, 2))


def scores_of_slot(slot: BracketSlot) -> Scores | None:
    """What stands behind either side: points, boards, or who won without play; None while nothing does."""
    if slot.boards and (slot.is_over or any(slot.boards_won)):
        return str(slot.boards_won[0]), str(slot.boards_won[1])
    result = None if slot.match is None else slot.match.final_result
    if result is not None and EFFECTS[ResultKind(result.kind)].score:
        return str(result.score[0]), str(result.score[1])
    if not slot.is_over or slot.is_bye:
        return None
    won, lost = WITHOUT_PLAY
    one, two = (won if entry is not None and entry == slot.winner else lost for entry in (slot.one, slot.two))
    return one, two
