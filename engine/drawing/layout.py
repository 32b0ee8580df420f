"""From what is drawn to where its shapes lie."""

from .arrows import draw_arrows
from .board import draw_board, draw_numbers
from .checkers import draw_borne_off, draw_checkers
from .diagram import Diagram
from .dice import draw_cube, draw_dice
from .flag import draw_flag
from .grid import HEIGHT, Grid
from .shapes import Layout


def lay_out(diagram: Diagram) -> Layout:
    """Return the shapes of a diagram. Borne off to the left is the mirror image of borne off to the right."""
    grid = Grid(diagram)
    parts = (
        draw_board,
        draw_numbers,
        draw_borne_off,
        draw_checkers,
        draw_dice,
        draw_cube,
        draw_flag,
        draw_arrows,
    )
    layout = Layout(grid.width, HEIGHT, tuple(shape for draw in parts for shape in draw(grid)))
    return layout.mirrored() if diagram.off_to_left else layout
