"""What a tie-break sees and returns. Plain data and exact numbers: no Django, no clock, no floats.

Section numbers are those of the FIDE Handbook, C.07 "Play-Off and Tie-Break Regulations", as in force from
1 March 2026 (https://handbook.fide.com/chapter/TieBreakRegulations032026). A chess game is a match here.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from fractions import Fraction
from functools import cached_property
from math import floor

from engine.words import Text
from engine.words import gettext_lazy as _

from .results import Figure, PairingResult, Share

ZERO = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)

AVERAGE = _("On average.")


class Bye(StrEnum):
    """Why an entry sat a round out."""

    FULL = "full"  # nobody was left to pair it with: worth Scale.bye
    HALF = "half"  # asked for, worth what a draw is
    ZERO = "zero"  # absent, late or withdrawn: worth nothing


class UnplayedRounds(StrEnum):
    """What rounds without a match mean to the tie-breaks of opponents and of whoever had them."""

    FIDE_2026 = "fide_2026"  # Swiss, section 16 as in force from March 2026
    LEGACY = "legacy"  # Swiss, section 16 as in force before: the dummy opponent has the entry's own score
    SCHEDULED = "scheduled"  # round robins, section 15.2: a forfeit is a match like any other


class Ending(Enum):
    """What a round was to an entry, by the points it was given."""

    WIN = auto()
    DRAW = auto()
    LOSS = auto()


@dataclass(frozen=True, slots=True)
class Met:
    """A match of the table that is over, and the round it belongs to."""

    round: int
    one: int
    two: int
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Sat:
    """An entry that sat a round out."""

    round: int
    entry: int
    kind: Bye


@dataclass(frozen=True, slots=True)
class Scale:
    """What a result is worth. draw: a match without a winner that was played. forfeit: one lost unplayed."""

    win: Fraction = ONE
    draw: Fraction = HALF
    loss: Fraction = ZERO
    bye: Fraction = ONE
    forfeit: Fraction = ZERO


@dataclass(frozen=True, slots=True)
class Cell:
    """A round as one entry had it.

    opponent: whom it was paired with, if anybody. played: at the table. requested: whether it sat out by its
    own wish. score: points of the match, its own first.
    """

    round: int
    opponent: int | None
    points: Fraction
    ending: Ending
    played: bool
    requested: bool = False
    score: tuple[int, int] = (0, 0)

    @property
    def is_voluntary(self) -> bool:
        """A voluntary unplayed round (16.1.2): a requested bye, or a match lost by forfeit."""
        lost = self.opponent is not None and not self.played and self.ending is Ending.LOSS
        return self.requested or lost


@dataclass(frozen=True, eq=False)
class Crosstable:
    """Every entry's rounds, in order. A round without a cell is open, and counts for nothing.

    rounds: how many have been begun. ratings: whole numbers, of those who have one. play_offs: matches
    between equals, played after the last round.
    """

    rows: Mapping[int, tuple[Cell, ...]]
    rounds: int
    ratings: Mapping[int, int]
    scale: Scale
    unplayed: UnplayedRounds
    play_offs: tuple[PairingResult, ...] = ()

    @cached_property
    def points(self) -> dict[int, Fraction]:
        """What each entry has scored."""
        return {entry: sum((cell.points for cell in row), ZERO) for entry, row in self.rows.items()}

    @cached_property
    def most_points(self) -> Fraction:
        """The most that can have been scored; in a round robin free rounds bring nothing."""
        if self.unplayed is not UnplayedRounds.SCHEDULED:
            return self.scale.win * self.rounds
        matches = [sum(cell.opponent is not None for cell in row) for row in self.rows.values()]
        return self.scale.win * max(matches, default=0)

    @cached_property
    def adjusted_points(self) -> dict[int, Fraction]:
        """Each entry's score as its opponents' tie-breaks take it.

        Byes it asked for that only voluntary unplayed rounds follow, as after a withdrawal, count as draws
        (16.2.5, 16.3.2); everything else counts as given (16.3.1). In a round robin nothing is adjusted.
        """
        if self.unplayed is UnplayedRounds.SCHEDULED:
            return self.points
        return {entry: self.points[entry] + self._grace_points(row) for entry, row in self.rows.items()}

    def _grace_points(self, row: tuple[Cell, ...]) -> Fraction:
        grace = ZERO
        for cell in reversed(row):
            if not cell.is_voluntary:
                break
            if cell.requested:
                grace += self.scale.draw - cell.points
        return grace

    def opponent_score(self, entry: int, cell: Cell) -> Fraction:
        """The score of whoever an entry had against it in a round.

        A round it did not play counts as if against a dummy with the entry's own score (16.4). Since 2026
        that is at most the adjusted score of the opponent who was to be played (16.4.1), or where there was
        none, what draws in all rounds are worth (16.4.2).
        """
        if cell.opponent is not None and (cell.played or self.unplayed is UnplayedRounds.SCHEDULED):
            return self.adjusted_points[cell.opponent]
        own = self.points[entry]
        if self.unplayed is UnplayedRounds.LEGACY:
            return own
        limit = (
            self.scale.draw * self.rounds if cell.opponent is None else self.adjusted_points[cell.opponent]
        )
        return min(own, limit)

    def counting_rounds(self, entry: int) -> tuple[Cell, ...]:
        """The rounds of an entry that tie-breaks by opponents are made of: of a round robin, its matches."""
        row = self.rows[entry]
        if self.unplayed is UnplayedRounds.SCHEDULED:
            return tuple(cell for cell in row if cell.opponent is not None)
        return row

    @cached_property
    def with_last_drawn(self) -> "Crosstable":
        """The same as if every match of the last round had been drawn, as Fore Buchholz takes it (8.3)."""
        rows = {entry: tuple(self._draw_cell(cell) for cell in row) for entry, row in self.rows.items()}
        return replace(self, rows=rows)

    def _draw_cell(self, cell: Cell) -> Cell:
        if cell.round != self.rounds or cell.opponent is None:
            return cell
        return replace(cell, points=self.scale.draw, ending=Ending.DRAW, played=True)


def make_crosstable(
    entries: Iterable[int],
    met: Iterable[Met],
    sat: Iterable[Sat],
    *,
    rounds: int,
    ratings: Mapping[int, float] | None = None,
    scale: Scale = Scale(),
    unplayed: UnplayedRounds = UnplayedRounds.FIDE_2026,
    play_offs: Iterable[PairingResult] = (),
) -> Crosstable:
    """The table of an event after `rounds` rounds. Who is no entry of it has no part in it."""
    rows: dict[int, list[Cell]] = {entry: [] for entry in entries}
    for match in met:
        if match.one in rows and match.two in rows:
            rows[match.one].append(_match_cell(match, match.one, scale))
            rows[match.two].append(_match_cell(match, match.two, scale))
    for away in sat:
        if away.entry in rows:
            rows[away.entry].append(_absence_cell(away, scale))
    return Crosstable(
        # Nothing depends on the order things are given in: rounds come in order, and in one round opponents.
        {
            entry: tuple(sorted(row, key=lambda cell: (cell.round, cell.opponent or 0)))
            for entry, row in rows.items()
        },
        max([rounds, *(row[-1].round for row in rows.values() if row)], default=rounds),
        {entry: nearest_integer(Fraction(rating)) for entry, rating in (ratings or {}).items()},
        scale,
        unplayed,
        tuple(play_offs),
    )


def _match_cell(match: Met, entry: int, scale: Scale) -> Cell:
    result = match.result
    opponent = match.two if entry == match.one else match.one
    score = result.score if entry == result.one else (result.score[1], result.score[0])
    if result.winner == entry:
        ending, points = Ending.WIN, scale.win
    elif result.winner is None and result.played:
        ending, points = Ending.DRAW, scale.draw
    else:
        ending, points = Ending.LOSS, scale.loss if result.played else scale.forfeit
    return Cell(match.round, opponent, points, ending, result.played, score=score)


def _absence_cell(away: Sat, scale: Scale) -> Cell:
    points, ending = {
        Bye.FULL: (scale.bye, Ending.WIN),
        Bye.HALF: (scale.draw, Ending.DRAW),
        Bye.ZERO: (ZERO, Ending.LOSS),
    }[away.kind]
    return Cell(away.round, None, points, ending, played=False, requested=away.kind is not Bye.FULL)


def nearest_integer(value: Fraction) -> int:
    """The nearest whole number, halves up, as FIDE rounds averages of ratings (10.1)."""
    return floor(value + HALF)


@dataclass(frozen=True)
class Tiebreak(ABC):
    """A way to break ties. Its values are compared among those still tied: the highest comes first.

    short: heads a column; FIDE's letters where it has some. description: one sentence for directors.
    share_name, made: what a share of its figures is, and in a sentence how they make the figure.
    by_opponents: whether a share is of an opponent, or of a round alone.
    """

    share_name = _("Value")
    made = Text("")
    by_opponents = True

    code: str
    name: Text
    short: str
    description: Text = field(kw_only=True)

    @abstractmethod
    def tiebreak_figures(self, table: Crosstable, tied: Sequence[int], seed: str) -> Mapping[int, Figure]:
        """The figure of each of the entries `tied` up to here; `seed` is what lots are made from."""


class Own(Tiebreak):
    """A tie-break that looks at one entry at a time: who else is tied does not matter."""

    def tiebreak_figures(self, table: Crosstable, tied: Sequence[int], seed: str) -> Mapping[int, Figure]:
        return {entry: self.tiebreak_figure(table, entry) for entry in tied}

    @abstractmethod
    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        """The figure of one entry."""


class Total(Own):
    """A tie-break that is the sum of those of its shares that count."""

    made = _("Added up.")

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        shares = tuple(self.tiebreak_shares(table, entry))
        return Figure(self.code, sum((share.value for share in shares if share.counted), ZERO), shares)

    @abstractmethod
    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        """What it is made of, round by round."""


class Among(Tiebreak):
    """A tie-break that orders the tied among themselves: its value is how many of them are left behind."""

    made = _("How many of those who were equal so far are behind.")

    def tiebreak_figures(self, table: Crosstable, tied: Sequence[int], seed: str) -> Mapping[int, Figure]:
        made: dict[int, Figure] = {}
        behind = len(tied)
        for equals in self.order_tied(table, tied, seed):
            behind -= len(equals)
            for entry in equals:
                made[entry] = Figure(
                    self.code, Fraction(behind), tuple(self.tiebreak_shares(table, entry, tied))
                )
        return made

    @abstractmethod
    def order_tied(self, table: Crosstable, tied: Sequence[int], seed: str) -> list[list[int]]:
        """The tied, best first, in groups of those that stay tied."""

    def tiebreak_shares(self, table: Crosstable, entry: int, tied: Sequence[int]) -> Iterable[Share]:
        """What the order was made from, where that is matches."""
        return ()
