"""How a match ended and where an entry ends: what formats and tie-breaks share. Plain data."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class PairingResult:
    """How a fixture between two entries ended; without a winner nobody advances.

    score: points of the match as shown, those of `one` first. played: whether it was played at the table;
    not by a walkover or a forfeit before it began.
    """

    one: int
    two: int
    winner: int | None
    score: tuple[int, int] = (0, 0)
    played: bool = True

    @property
    def loser(self) -> int | None:
        if self.winner is None:
            return None
        return self.two if self.winner == self.one else self.one


@dataclass(frozen=True, slots=True)
class Share:
    """What one opponent, or one round, adds to a figure; `counted` is False for what is cut from it."""

    value: Fraction
    round: int
    opponent: int | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of a tie-break, and what it is made of."""

    code: str
    value: Fraction
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry ends: from `first` to `last` when shared. `clinched` is False while it may still move.

    points, figures: where points decide, what it has and how ties were broken, in order. point_shares: what
    each round brought of the points, those without a match included.
    """

    entry: int
    first: int
    last: int
    clinched: bool
    points: Fraction | None = None
    figures: tuple[Figure, ...] = ()
    point_shares: tuple[Share, ...] = ()
