"""The dice and the cube."""

from collections.abc import Iterator

from .board import fitting_size
from .checkers import CUBE, OFF_MARGIN
from .diagram import Colour, Diagram, End
from .grid import MIDDLE, STRIP, Grid, edge_spot
from .inks import Ink
from .shapes import Circle, Lettering, Polygon, Rectangle, Shape, Spot

DIE = 36
DIE_PITCH = 46
"""From the middle of one die to that of the next."""
SPOT_PITCH, SPOT_RADIUS = 9.5, 3.7
UNTURNED = 64
"""What lies on top before the first double."""
CRAWFORD = "Cr"
RULE_SIZE = 11.5
"""In which the longest name of a rule is no wider than the tray."""

_CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
_DIAGONAL = [(-1, -1), (1, 1)]
SPOTS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: _DIAGONAL,
    3: [*_DIAGONAL, (0, 0)],
    4: _CORNERS,
    5: [*_CORNERS, (0, 0)],
    6: [*_CORNERS, (-1, 0), (1, 0)],
}
"""The spots of each number, across and down from the middle."""


def draw_dice(grid: Grid) -> Iterator[Shape]:
    """The dice at the right hand of whoever rolled them; blank ones wait for the roll, if nothing else does.

    Of an opening roll each player has one die.
    """
    diagram = grid.diagram
    if diagram.on_roll is None:
        for end, number in zip(End, diagram.dice, strict=False):
            yield from _draw_die(diagram, end, grid.dice_x(end), number)
    elif diagram.dice or (diagram.offered is None and diagram.resigned is None):
        numbers = diagram.dice or (0, 0)
        for nth, number in enumerate(numbers):
            x = grid.dice_x(diagram.on_roll) + (nth - 0.5) * DIE_PITCH
            yield from _draw_die(diagram, diagram.on_roll, x, number, played=_is_played(diagram, nth))


def _is_played(diagram: Diagram, nth: int) -> bool:
    """Whether the first or second die has been played; each of a double is two."""
    number = diagram.dice[nth] if diagram.dice else 0
    is_double = diagram.dice.count(number) == 2
    return diagram.played.count(number) >= (2 * (nth + 1) if is_double else 1)


def _draw_die(diagram: Diagram, end: End, x: float, number: int, *, played: bool = False) -> Iterator[Shape]:
    """A die as its player's checkers look; one that has been played is hollow."""
    dark = diagram.colour(end) is Colour.DARK
    face, spots = (Ink.DARK_DIE, Ink.DARK_SPOT) if dark else (Ink.LIGHT_DIE, Ink.LIGHT_SPOT)
    if played:
        face, spots = Ink.PLAYED_DIE, Ink.PLAYED_SPOT
    corner = Spot(x - DIE / 2, MIDDLE - DIE / 2)
    yield Rectangle(face, corner, DIE, DIE, 7)
    for across, down in SPOTS.get(number, ()):
        middle = Spot(x + across * SPOT_PITCH, MIDDLE + down * SPOT_PITCH)
        yield Circle(spots, middle, SPOT_RADIUS)


def draw_cube(grid: Grid) -> Iterator[Shape]:
    """The cube: before its owner, in the middle, or on the board while it is offered.

    An arrow beside an offered cube leads to whoever answers. In the Crawford game it says so.
    """
    diagram = grid.diagram
    if diagram.offered is not None and diagram.offered_by is not None:
        x = grid.dice_x(diagram.offered_by)
        yield from _draw_cube_at(Spot(x, MIDDLE), str(diagram.offered))
        yield from draw_answer_arrows(x, diagram.offered_by)
    elif diagram.cube is not None:
        if diagram.cube_owner is None:
            at = Spot(grid.tray_x(End.BOTTOM), MIDDLE)
        else:
            x = grid.tray_x(diagram.cube_owner)
            at = edge_spot(diagram.cube_owner, x, STRIP + OFF_MARGIN + CUBE / 2)
        face = CRAWFORD if diagram.crawford else str(UNTURNED if diagram.cube == 1 else diagram.cube)
        yield from _draw_cube_at(at, face)
    yield from _draw_money_rules(grid)


def draw_answer_arrows(x: float, offered_by: End) -> Iterator[Shape]:
    """Two arrows beside what lies at `x` in the middle, to whoever has to answer it."""
    towards = 1 if offered_by is End.TOP else -1
    for beside in (-1, 1):
        base, tip = MIDDLE - 8 * towards, MIDDLE + 10 * towards
        middle = x + beside * (CUBE / 2 + 18)
        corners = (Spot(middle - 10, base), Spot(middle + 10, base), Spot(middle, tip))
        yield Polygon(Ink.OFFER, corners)


def _draw_money_rules(grid: Grid) -> Iterator[Shape]:
    """The rules of a session for money, above and below the middle of the tray, where the cube may lie."""
    diagram = grid.diagram
    lies_there = diagram.cube is not None and diagram.offered is None and diagram.cube_owner is None
    above, below = (-CUBE / 2 - 7, CUBE / 2 + 16) if lies_there else (-5, 14)
    for name, depth in zip(diagram.rules_for_money, (above, below), strict=False):
        at = Spot(grid.tray_x(End.BOTTOM), MIDDLE + depth)
        yield Lettering(Ink.MONEY_RULE, at, name, RULE_SIZE)


def _draw_cube_at(middle: Spot, face: str) -> Iterator[Shape]:
    yield Rectangle(Ink.CUBE, Spot(middle.x - CUBE / 2, middle.y - CUBE / 2), CUBE, CUBE, 7)
    size = fitting_size(face, 22, CUBE - 6)
    yield Lettering(Ink.CUBE_FACE, Spot(middle.x, middle.y + size * 0.36), face, size)
