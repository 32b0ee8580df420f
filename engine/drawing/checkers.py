"""The checkers: on the points, on the bar and borne off."""

from collections.abc import Iterator
from typing import NamedTuple

from ..position import BAR, OFF
from .board import fitting_size
from .diagram import Colour, End
from .grid import CHECKER, MOST_SHOWN, STRIP, TRAY_WIDTH, Grid, edge_spot
from .inks import Ink
from .shapes import Circle, Lettering, Rectangle, Shape, Spot

LINE = 1.6
RADIUS = (CHECKER - LINE) / 2 - 0.2
"""Of a checker, to the middle of its line."""
RING_RADIUS = RADIUS - 6
OFF_HEIGHT, OFF_PITCH, OFF_MARGIN = 8, 9.4, 5
"""Of checkers borne off, which lie on their edges: their height, from one to the next, from the edge."""
CUBE = 40
"""The side of the cube, which lies at the edge of whoever owns it."""


class Stack(NamedTuple):
    """The checkers of the player at `end` on a point or the bar: `height` of them, from level `first` on."""

    end: End
    point: int
    first: int
    height: int

    @property
    def shown(self) -> int:
        """How many of them are drawn."""
        return min(self.height, MOST_SHOWN - self.first)


def stacks_of(grid: Grid, end: End) -> Iterator[Stack]:
    """The stacks of the player at an end, from the ace point to the bar."""
    checkers = grid.diagram.checkers(end)
    for point in range(1, BAR + 1):
        if checkers[point]:
            yield Stack(end, point, grid.first_level(end, point), checkers[point])


def draw_checkers(grid: Grid) -> Iterator[Shape]:
    """All checkers of the bottom, then those of the top; their rings and numbers above them."""
    for end in End:
        dark = grid.diagram.colour(end) is Colour.DARK
        stacks = list(stacks_of(grid, end))
        spots = [
            (grid.checker_spot(end, stack.point, stack.first + level), stack, level)
            for stack in stacks
            for level in range(stack.shown)
        ]
        for spot, _, _ in spots:
            yield Circle(Ink.DARK if dark else Ink.LIGHT, spot, RADIUS)
        counted = [
            (spot, stack)
            for spot, stack, level in spots
            if level == stack.shown - 1 and stack.height > stack.shown
        ]
        if dark:
            for spot, _, _ in spots:
                if all(spot != other for other, _ in counted):
                    yield Circle(Ink.RING, spot, RING_RADIUS)
        for spot, stack in counted:
            text = str(stack.height)
            at = Spot(spot.x, spot.y + 7)
            size = fitting_size(text, 20, CHECKER - 8)
            yield Lettering(Ink.DARK_COUNT if dark else Ink.LIGHT_COUNT, at, text, size)


def draw_borne_off(grid: Grid) -> Iterator[Shape]:
    """The checkers borne off, before them room for the cube of an owner."""
    diagram = grid.diagram
    for end in End:
        ink = Ink.DARK_OFF if diagram.colour(end) is Colour.DARK else Ink.LIGHT_OFF
        before = CUBE + OFF_MARGIN + 2 if diagram.cube_owner is end else 0
        for nth in range(diagram.checkers(end)[OFF]):
            depth = STRIP + OFF_MARGIN + before + nth * OFF_PITCH
            outer = edge_spot(end, grid.tray_x(end) - TRAY_WIDTH / 2 + 7, depth)
            top = outer.y if end is End.TOP else outer.y - OFF_HEIGHT
            yield Rectangle(ink, Spot(outer.x, top), TRAY_WIDTH - 14, OFF_HEIGHT, 2.5)
