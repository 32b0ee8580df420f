"""Tie-breaks by an entry's own results (section 7)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.outcomes import Share

from .base import ZERO, Cell, Crosstable, Ending, Scale, Total


@dataclass(frozen=True)
class Record(Total):
    """The sum over the rounds of what each is `worth` under the scale of the event."""

    worth: Callable[[Cell, Scale], Fraction | int] = field(kw_only=True)

    def shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        for cell in table.rows[entry]:
            yield Share(Fraction(self.worth(cell, table.scale)), cell.round, cell.opponent)


@dataclass(frozen=True)
class Progressive(Total):
    """The score after each round, added up (7.5); the first `cut` of them left out (14.1.1).

    A round without a match repeats the score before it, so whoever wins early has more.
    """

    cut: int = 0

    def shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        gained: dict[int, Fraction] = {}
        for cell in table.rows[entry]:
            gained[cell.round] = gained.get(cell.round, ZERO) + cell.points
        running = ZERO
        for round in range(1, table.rounds + 1):
            running += gained.get(round, ZERO)
            yield Share(running, round, counted=round > self.cut)


POINTS = Record(
    "points", "Points", help="What wins, draws and byes are worth.", worth=lambda cell, scale: cell.points
)
WINS = Record(
    "wins",
    "Wins",
    help="Rounds that brought the points of a win, byes and forfeits included (7.1).",
    worth=lambda cell, scale: cell.ending is Ending.WIN and cell.points >= scale.win,
)
