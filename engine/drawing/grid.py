"""Where everything stands on a board on which the bottom bears off to the right, in units of the view box."""

from dataclasses import dataclass
from functools import cached_property

from ..position import BAR
from .diagram import Diagram, End
from .shapes import Spot

POINT_WIDTH = 40
CHECKER = 36
"""The diameter of a checker, its line included."""
MOST_SHOWN = 5
"""How many checkers of a point or a bar are drawn; on the last of more stands their number."""
POINT_HEIGHT = MOST_SHOWN * CHECKER + 6
RIM = 8
STRIP = 22
"""The height of the strips above and below the points, in which the numbers stand."""
GAP = 56
"""Between the points of the bottom and of the top, where the dice lie."""
BAR_WIDTH = 42
TRAY_WIDTH = 52
HEIGHT = 2 * (STRIP + POINT_HEIGHT) + GAP
MIDDLE = HEIGHT / 2
HALF_WIDTH = 6 * POINT_WIDTH
FIELD_WIDTH = 2 * HALF_WIDTH + BAR_WIDTH


def _beside_left(point: int) -> float:
    column = 12 - point if point <= 12 else point - 13
    bar = BAR_WIDTH if column >= 6 else 0
    return column * POINT_WIDTH + POINT_WIDTH / 2 + bar


POINT_X = tuple(map(_beside_left, range(BAR)))
"""How far the middle of each point is from where the points begin, by the bottom's numbers."""


@dataclass(frozen=True)
class Grid:
    """The places of a diagram's board. The upper half is the lower one upside down.

    Where both players bear off on one side, one tray serves both; in Fevga each has one of its own.
    """

    diagram: Diagram

    @cached_property
    def has_two_trays(self) -> bool:
        """Whether the top bears off on the other side."""
        return self.diagram.bottom_number(End.TOP, 1) <= 18

    @cached_property
    def left(self) -> float:
        """Where the points begin."""
        return RIM + (TRAY_WIDTH + RIM if self.has_two_trays else 0)

    @cached_property
    def width(self) -> float:
        """The width of the whole board."""
        return self.left + FIELD_WIDTH + RIM + TRAY_WIDTH + RIM

    @cached_property
    def bar_x(self) -> float:
        """The middle of the bar."""
        return self.left + FIELD_WIDTH / 2

    def tray_x(self, end: End) -> float:
        """The middle of the tray of the player at an end."""
        if end is End.TOP and self.has_two_trays:
            return RIM + TRAY_WIDTH / 2
        return self.width - RIM - TRAY_WIDTH / 2

    def dice_x(self, end: End) -> float:
        """The middle of the half at the right hand of the player at an end."""
        beside = BAR_WIDTH / 2 + HALF_WIDTH / 2
        return self.bar_x + beside if end is End.BOTTOM else self.bar_x - beside

    def point_x(self, point: int) -> float:
        """The middle of a point by the bottom's number."""
        return self.left + POINT_X[point]

    def first_level(self, end: End, point: int) -> int:
        """How many levels of a point are taken below the checkers of the player at an end: by one it pins."""
        if point == BAR:
            return 0
        return int(self.diagram.is_pinned(end.other, self.diagram.variant.facing_point(point)))

    def checker_spot(self, end: End, point: int, level: int) -> Spot:
        """The middle of the checker on a level, from 0, of a point or the bar, by its player's number.

        The fifth level is the last: higher ones lie on it.
        """
        level = min(level, MOST_SHOWN - 1)
        if point == BAR:
            return edge_spot(end, self.bar_x, MIDDLE - GAP / 2 - CHECKER / 2 - level * CHECKER)
        number = self.diagram.bottom_number(end, point)
        low = End.BOTTOM if number <= 12 else End.TOP
        return edge_spot(low, self.point_x(number), STRIP + 2 + CHECKER / 2 + level * CHECKER)


def edge_spot(end: End, x: float, depth: float) -> Spot:
    """The place so far inside the edge of the player at an end."""
    return Spot(x, depth if end is End.TOP else HEIGHT - depth)
