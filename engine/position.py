"""Where the checkers stand.

Each side is seen from its own end: points 1 to 24 count towards its own bear-off, so a player's point p is
the opponent's point 25 - p. A side is a sequence of 26 numbers of checkers: index 0 those borne off, 1 to 24
the points, 25 the bar. A variant in which they do not say everything keeps the rest behind them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import InvalidPosition
from .words import Text
from .words import gettext_lazy as _

OFF, BAR = 0, 25
Side = tuple[int, ...]


def make_side(checkers: int, points: Mapping[int, int]) -> Side:
    """Return a side with `points` (point or BAR -> checkers); the rest of its `checkers` are borne off."""
    counts = [0] * 26
    for point, count in points.items():
        if not 1 <= point <= BAR or count < 0:
            raise InvalidPosition(
                "%(count)s checkers on point %(point)s: points are 1 to 24 and 25 for the bar",
                {"count": count, "point": point},
            )
        counts[point] = count
    counts[OFF] = checkers - sum(counts)
    if counts[OFF] < 0:
        raise InvalidPosition(
            "%(checkers)s checkers on the board: a side has %(most)s",
            {"checkers": checkers - counts[OFF], "most": checkers},
        )
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides, the player on roll first. Immutable and hashable; may be impossible: see `problems`."""

    own: Side
    opponent: Side

    def with_sides_swapped(self) -> "Position":
        """The same checkers with the other player on roll."""
        return Position(self.opponent, self.own)

    def problems(self) -> list[Text]:
        """Everything that keeps these checkers from standing on one board; empty for a possible position."""
        return [
            _("both sides stand on the %(point)s-point") % {"point": point}
            for point in range(1, 25)
            if self.own[point] and self.opponent[25 - point]
        ]


def count_pips(checkers: Sequence[int]) -> int:
    """Pips a side still has to move to bear off everything; a checker on the bar counts 25."""
    return sum(point * count for point, count in enumerate(checkers[: BAR + 1]))


def has_contact(own: Sequence[int], opponent: Sequence[int]) -> bool:
    """Whether the two sides can still hit or block each other."""
    return _rearmost_point(own) + _rearmost_point(opponent) > 24


def _rearmost_point(checkers: Sequence[int]) -> int:
    return max((point for point in range(1, 26) if checkers[point]), default=0)
