"""The board itself: frame, points and the numbers around them."""

from collections.abc import Iterator

from ..position import BAR, count_pips
from .diagram import Diagram, End
from .grid import (
    BAR_WIDTH,
    HALF_WIDTH,
    HEIGHT,
    POINT_HEIGHT,
    POINT_WIDTH,
    RIM,
    STRIP,
    TRAY_WIDTH,
    Grid,
)
from .inks import Ink
from .shapes import Lettering, Polygon, Rectangle, Shape, Spot

NUMBER_SIZE = 16.0
LETTER_WIDTH = 0.62
"""How wide a bold digit is at most, in sizes of the letters."""


def fitting_size(text: str, size: float, width: float) -> float:
    """The size, at most `size`, in which a text is no wider than `width`."""
    return min(size, round(width / (LETTER_WIDTH * len(text)), 1))


def draw_board(grid: Grid) -> Iterator[Shape]:
    """The frame, the two halves, the trays, the points and the one that is marked."""
    inside = HEIGHT - 2 * STRIP
    yield Rectangle(Ink.FRAME, Spot(0, 0), grid.width, HEIGHT, RIM)
    for x in (grid.left, grid.left + HALF_WIDTH + BAR_WIDTH):
        yield Rectangle(Ink.FIELD, Spot(x, STRIP), HALF_WIDTH, inside)
    for middle in sorted({grid.tray_x(end) for end in End}):
        yield Rectangle(Ink.TRAY, Spot(middle - TRAY_WIDTH / 2, STRIP), TRAY_WIDTH, inside, 3)
    for ink, odd in ((Ink.PALE_POINT, 1), (Ink.DEEP_POINT, 0)):
        for point in range(1, BAR):
            if point % 2 == odd:
                yield _triangle(grid, ink, point)
    if grid.diagram.marked:
        yield _triangle(grid, Ink.MARK, grid.diagram.marked)


def _triangle(grid: Grid, ink: Ink, point: int) -> Polygon:
    x, end = grid.point_x(point), _edge_of(point)
    corners = ((x - POINT_WIDTH / 2, 0), (x + POINT_WIDTH / 2, 0), (x, POINT_HEIGHT))
    return Polygon(ink, tuple(grid.edge_spot(end, at, STRIP + depth) for at, depth in corners))


def _edge_of(point: int) -> End:
    return End.BOTTOM if point <= 12 else End.TOP


def draw_numbers(grid: Grid) -> Iterator[Shape]:
    """The points' numbers as the player on roll counts them, pips at the bar, the score at the trays."""
    diagram = grid.diagram
    for point in range(1, BAR):
        at = _in_strip(_edge_of(point), grid.point_x(point))
        yield Lettering(Ink.NUMBER, at, str(diagram.printed_number(point)), NUMBER_SIZE)
    for end in End:
        pips = str(count_pips(diagram.checkers(end)))
        yield Lettering(Ink.PIPS, _in_strip(end, grid.bar_x), pips, fitting_size(pips, 14, BAR_WIDTH))
    if diagram.score is not None:
        for end, points in zip(End, diagram.score, strict=True):
            text = _score_text(diagram, points)
            at = _in_strip(end, grid.tray_x(end))
            yield Lettering(Ink.SCORE, at, text, fitting_size(text, 14, TRAY_WIDTH))


def _score_text(diagram: Diagram, points: int) -> str:
    return f"{points}/{diagram.length}" if diagram.length else str(points)


def _in_strip(end: End, x: float) -> Spot:
    """The middle of a base line in the strip of an end."""
    return Spot(x, STRIP - 5.5 if end is End.TOP else HEIGHT - 5.5)
