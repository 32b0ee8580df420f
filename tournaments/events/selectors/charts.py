"""Charts of results: everybody against everybody, or everybody round by round."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from matches.play.rules.results import EFFECTS, ResultKind
from tournaments.events.models import Entry

from .course import BracketSlot, ShownPart, StandingsRow

MOST_IN_CROSSTABLE = 64
"""Entries whose matches against each other fit a screen, scrolled."""

FEWEST_IN_CROSSTABLE = 3

ZERO = Fraction(0)

Scores = tuple[str, str]

WITHOUT_PLAY: Scores = ("+", "−")
"""Of who won without play, and of who lost so."""


class SatOut(StrEnum):
    """Why somebody had no match in a round."""

    BYE = "bye"
    LATE = "late"
    ABSENT = "absent"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class ChartCell:
    """How somebody fared in a round, their score first, as far as it has come.

    round: its number in its part. slot: their match, in which they are on `side`, 0 or 1; None in a round
    without one. number: the opponent's. sat_out: why there was none, where there was none. points: what they
    had after the round, where points decide and the round is over for them.
    """

    round: int
    slot: BracketSlot | None
    side: int = 0
    score: str = ""
    number: int | None = None
    sat_out: SatOut | None = None
    points: Fraction | None = None

    @property
    def opponent(self) -> Entry | None:
        return None if self.slot is None else (self.slot.two, self.slot.one)[self.side]

    @property
    def is_won(self) -> bool:
        if self.slot is None or self.opponent is None:
            return False
        return self.slot.is_over and self.slot.winner == (self.slot.one, self.slot.two)[self.side]

    @property
    def is_void(self) -> bool:
        """Whether it is over and counts for nobody."""
        return self.slot is not None and self.slot.is_over and self.sat_out is None and not self.score

    @property
    def is_without_play(self) -> bool:
        return self.score in WITHOUT_PLAY


@dataclass(frozen=True, slots=True)
class ChartRow:
    """An entry with its cells, one list for each column: several where two met more than once."""

    row: StandingsRow
    cells: Sequence[Sequence[ChartCell]]


@dataclass(frozen=True, slots=True)
class ResultChart:
    """What is played in rounds that lead to no others. columns: numbers of opponents, or of rounds."""

    part: ShownPart
    is_crosstable: bool
    columns: Sequence[int]
    rows: Sequence[ChartRow]


def chart_of_part(
    part: ShownPart, seeds: Mapping[int, int], most_in_crosstable: int = MOST_IN_CROSSTABLE
) -> ResultChart:
    """A crosstable where everybody meets everybody and they fit one, else round by round: no query.

    seeds: by entry; they are the numbers of players.
    """
    if is_all_against_all(part, most_in_crosstable):
        return _crosstable(part, seeds)
    return _round_by_round(part, seeds)


def is_all_against_all(part: ShownPart, most: int = MOST_IN_CROSSTABLE) -> bool:
    """Whether everybody of a part is to meet everybody, and there are not too many of them."""
    entries = {row.entry.pk for row in part.table}
    if part.is_paired_by_round or not FEWEST_IN_CROSSTABLE <= len(entries) <= most:
        return False
    met = {
        frozenset((slot.one.pk, slot.two.pk))
        for round in part.rounds
        for slot in round.slots
        if slot.one is not None and slot.two is not None
    }
    return all(frozenset(pair) in met for pair in combinations(entries, 2))


def _crosstable(part: ShownPart, seeds: Mapping[int, int]) -> ResultChart:
    """In the order of the draw, so that rows and columns stay when places change."""
    rows = sorted(part.table, key=lambda row: row.seed)
    met: dict[tuple[int, int], list[ChartCell]] = {}
    for entry, cell in _cells_of_part(part, seeds):
        if cell.opponent is not None:
            met.setdefault((entry.pk, cell.opponent.pk), []).append(cell)
    table = [ChartRow(row, [met.get((row.entry.pk, each.entry.pk), []) for each in rows]) for row in rows]
    return ResultChart(part, True, [each.seed for each in rows], table)


def _round_by_round(part: ShownPart, seeds: Mapping[int, int]) -> ResultChart:
    """In the order of places, as they are now."""
    fared: dict[int, dict[int, list[ChartCell]]] = {}
    for entry, cell in _cells_of_part(part, seeds):
        fared.setdefault(entry.pk, {}).setdefault(cell.round, []).append(cell)
    numbers = [each.number for each in part.rounds]
    table = [ChartRow(row, _cells_of_row(row, fared.get(row.entry.pk, {}), numbers)) for row in part.table]
    return ResultChart(part, False, numbers, table)


def _cells_of_row(
    row: StandingsRow, fared: Mapping[int, list[ChartCell]], rounds: Sequence[int]
) -> list[list[ChartCell]]:
    """The rounds of an entry with its points after each, those without a match too.

    fared: its matches, by round.
    """
    gained: dict[int, Fraction] = {}
    for share in row.place.point_shares:
        gained[share.round] = gained.get(share.round, ZERO) + share.value
    so_far, cells = ZERO, []
    for round in rounds:
        so_far += gained.get(round, ZERO)
        points = so_far if round in gained else None
        found = fared.get(round)
        if found is None and points is not None:
            found = [ChartCell(round, None, sat_out=_sat_out(row.entry, round, fared))]
        cells.append([replace(cell, points=points) for cell in found or ()])
    return cells


def _sat_out(entry: Entry, round: int, fared: Collection[int]) -> SatOut:
    if round < min(fared, default=round):
        return SatOut.LATE
    return SatOut.LEFT if entry.has_withdrawn and round > max(fared, default=0) else SatOut.ABSENT


def _cells_of_part(part: ShownPart, seeds: Mapping[int, int]) -> Iterator[tuple[Entry, ChartCell]]:
    """Of each match both sides, as far as it has come; who sits a round out, alone."""
    for round in part.rounds:
        for slot in round.slots:
            scores = scores_of_slot(slot)
            bye = SatOut.BYE if slot.is_bye else None
            for side, (entry, opponent) in enumerate(((slot.one, slot.two), (slot.two, slot.one))):
                if entry is not None:
                    number = None if opponent is None else seeds.get(opponent.pk)
                    yield entry, ChartCell(round.number, slot, side, score_from(scores, side), number, bye)


def score_from(scores: Scores | None, side: int) -> str:
    """As one says it who sat there: 3–5; + or − alone."""
    if scores is None:
        return ""
    own, other = scores[side], scores[1 - side]
    return own if own in WITHOUT_PLAY else f"{own}–{other}"


def scores_of_slot(slot: BracketSlot) -> Scores | None:
    """What stands behind either side: points, boards, or who won without play; None while nothing does."""
    if slot.boards and (slot.is_over or any(slot.boards_won)):
        return str(slot.boards_won[0]), str(slot.boards_won[1])
    result = None if slot.match is None else slot.match.final_result
    if result is not None and EFFECTS[ResultKind(result.kind)].score:
        return str(result.score[0]), str(result.score[1])
    if not slot.is_over or slot.is_bye or (slot.winner is None and not slot.fixtures):
        return None
    won, lost = WITHOUT_PLAY
    one, two = (won if entry is not None and entry == slot.winner else lost for entry in (slot.one, slot.two))
    return one, two
