"""Where on a drawn board a checker of a player is taken from and put to: for whoever plays on the drawing."""

from typing import NamedTuple

from ..position import BAR, OFF
from .checkers import stacks_of
from .diagram import Diagram, End
from .grid import (
    BAR_WIDTH,
    CHECKER,
    GAP,
    HEIGHT,
    MIDDLE,
    MOST_SHOWN,
    POINT_HEIGHT,
    POINT_WIDTH,
    STRIP,
    TRAY_WIDTH,
    Grid,
)
from .shapes import Spot


class BoardPlace(NamedTuple):
    """A place of the player at `end`, by that player's number: 0 borne off, 1 to 24 the points, 25 the bar.

    It covers a rectangle of the drawing from its top left corner `at`. `spots` are the middles of the
    checkers that can be drawn there, from the first; of more the last has the number. Borne off, it is the
    middle of the tray alone.
    """

    end: End
    point: int
    at: Spot
    width: float
    height: float
    spots: tuple[Spot, ...]

    @property
    def middle(self) -> Spot:
        """The middle of the rectangle."""
        return Spot(self.at.x + self.width / 2, self.at.y + self.height / 2)


def places_of(diagram: Diagram, end: End) -> tuple[BoardPlace, ...]:
    """The places of the player at an end, 0 to 25, as `lay_out` draws the same diagram."""
    grid = Grid(diagram)
    places = (_tray(grid, end), *(_point(grid, end, point) for point in range(1, BAR)), _bar(grid, end))
    return tuple(_mirrored(place, grid.width) for place in places) if diagram.off_to_left else places


def next_spot(diagram: Diagram, end: End, place: BoardPlace) -> Spot:
    """Where a checker is drawn that comes to a place; of five and more it lies on the fifth."""
    if place.point == OFF:
        return place.middle
    heights = {stack.point: stack.height for stack in stacks_of(Grid(diagram), end)}
    return place.spots[min(heights.get(place.point, 0), len(place.spots) - 1)]


def _point(grid: Grid, end: End, point: int) -> BoardPlace:
    number = grid.diagram.bottom_number(end, point)
    top = STRIP if number > 12 else HEIGHT - STRIP - POINT_HEIGHT - GAP / 2
    at = Spot(grid.point_x(number) - POINT_WIDTH / 2, top)
    return BoardPlace(end, point, at, POINT_WIDTH, POINT_HEIGHT + GAP / 2, _spots(grid, end, point))


def _bar(grid: Grid, end: End) -> BoardPlace:
    height = MOST_SHOWN * CHECKER
    top = MIDDLE - GAP / 2 - height if end is End.TOP else MIDDLE + GAP / 2
    return BoardPlace(
        end, BAR, Spot(grid.bar_x - BAR_WIDTH / 2, top), BAR_WIDTH, height, _spots(grid, end, BAR)
    )


def _tray(grid: Grid, end: End) -> BoardPlace:
    height = POINT_HEIGHT + GAP / 2
    at = Spot(grid.tray_x(end) - TRAY_WIDTH / 2, STRIP if end is End.TOP else HEIGHT - STRIP - height)
    return BoardPlace(end, OFF, at, TRAY_WIDTH, height, (Spot(at.x + TRAY_WIDTH / 2, at.y + height / 2),))


def _spots(grid: Grid, end: End, point: int) -> tuple[Spot, ...]:
    first = grid.first_level(end, point)
    return tuple(grid.checker_spot(end, point, level) for level in range(first, MOST_SHOWN))


def _mirrored(place: BoardPlace, width: float) -> BoardPlace:
    at = Spot(width - place.at.x - place.width, place.at.y)
    return place._replace(at=at, spots=tuple(Spot(width - spot.x, spot.y) for spot in place.spots))
