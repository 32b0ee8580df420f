"""The flag of who offers to give up the game."""

from collections.abc import Iterator

from .diagram import Diagram
from .dice import draw_answer_arrows
from .grid import MIDDLE, Grid
from .inks import Ink
from .shapes import Lettering, Polygon, Rectangle, Shape, Spot

POLE_WIDTH, POLE_HEIGHT = 4, 44
CLOTH_WIDTH, CLOTH_HEIGHT = 30, 26


def draw_flag(grid: Grid) -> Iterator[Shape]:
    """A white flag with how many times the cube is offered; arrows beside it lead to whoever answers.

    It stands at the right hand of who resigns, or where no dice lie.
    """
    diagram = grid.diagram
    if diagram.resigned is None or diagram.resigned_by is None:
        return
    x = _flag_x(grid, diagram)
    left, top = x - (POLE_WIDTH + CLOTH_WIDTH) / 2, MIDDLE - POLE_HEIGHT / 2
    yield Rectangle(Ink.FLAG_POLE, Spot(left, top), POLE_WIDTH, POLE_HEIGHT, 2)
    near, far = left + POLE_WIDTH, left + POLE_WIDTH + CLOTH_WIDTH
    bottom = top + CLOTH_HEIGHT
    # Swallow-tailed, so that it is no cube.
    notch = Spot(far - 7, top + CLOTH_HEIGHT / 2)
    yield Polygon(Ink.FLAG, (Spot(near, top), Spot(far, top), notch, Spot(far, bottom), Spot(near, bottom)))
    at = Spot(near + (CLOTH_WIDTH - 7) / 2, top + CLOTH_HEIGHT / 2 + 6.5)
    yield Lettering(Ink.FLAG_COUNT, at, str(diagram.resigned), 18)
    yield from draw_answer_arrows(x, diagram.resigned_by)


def _flag_x(grid: Grid, diagram: Diagram) -> float:
    if diagram.dice and diagram.on_roll is not None:
        return grid.dice_x(diagram.on_roll.other)
    assert diagram.resigned_by is not None
    return grid.dice_x(diagram.resigned_by)
