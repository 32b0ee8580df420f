"""The board itself: frame, points and the numbers around them."""

from collections.abc import Iterator
from functools import cache

from ..position import BAR, count_pips
from .diagram import Diagram, End
from .grid import (
    BAR_WIDTH,
    HALF_WIDTH,
    HEIGHT,
    POINT_HEIGHT,
    POINT_WIDTH,
    POINT_X,
    RIM,
    STRIP,
    TRAY_WIDTH,
    Grid,
    edge_spot,
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
    yield from _bare_board(grid.width, grid.left, tuple(sorted({grid.tray_x(end) for end in End})))
    if grid.diagram.marked:
        yield _triangle(Ink.MARK, grid.diagram.marked, grid.left)


@cache
def _bare_board(width: float, left: float, trays: tuple[float, ...]) -> tuple[Shape, ...]:
    """What is the same in every position; there are two such boards."""
    inside = HEIGHT - 2 * STRIP
    return (
        Rectangle(Ink.FRAME, Spot(0, 0), width, HEIGHT, RIM),
        *(
            Rectangle(Ink.FIELD, Spot(x, STRIP), HALF_WIDTH, inside)
            for x in (left, left + HALF_WIDTH + BAR_WIDTH)
        ),
        *(Rectangle(Ink.TRAY, Spot(x - TRAY_WIDTH / 2, STRIP), TRAY_WIDTH, inside, 3) for x in trays),
        *(_triangle(Ink.PALE_POINT, point, left) for point in range(1, BAR, 2)),
        *(_triangle(Ink.DEEP_POINT, point, left) for point in range(2, BAR, 2)),
    )


def _triangle(ink: Ink, point: int, left: float) -> Polygon:
    x, end = left + POINT_X[point], _edge_of(point)
    corners = ((x - POINT_WIDTH / 2, 0), (x + POINT_WIDTH / 2, 0), (x, POINT_HEIGHT))
    return Polygon(ink, tuple(edge_spot(end, at, STRIP + depth) for at, depth in corners))


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
