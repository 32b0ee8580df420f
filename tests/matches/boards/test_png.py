"""PNGs: of the size asked for, always the same, small, and showing what the layout has."""

from dataclasses import replace
from io import BytesIO
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.drawing import Colour, Diagram, End, lay_out
from engine.drawing.inks import INK_STYLES, Ink
from engine.drawing.shapes import Circle, Layout, Lettering, Rectangle, Spot
from engine.variants import VARIANTS
from matches.boards.rules import BoardWish, board_of, png_picture
from tests.each import each
from tests.effort import examples
from tests.engine.drawing.diagrams import diagrams

from .ids import DOUBLED, MONEY, OPENING, RESIGNED

START = lay_out(Diagram(position=VARIANTS["backgammon"].start_position(), on_roll=End.BOTTOM))
NEAR = 24
"""How far a colour may be off, of 255: what is made smaller keeps faces, not edges."""


def picture(layout: Layout, width: int = 800) -> Image.Image:
    return Image.open(BytesIO(png_picture(layout, width))).convert("RGB")


def colour_at(image: Image.Image, layout: Layout, spot: Spot) -> tuple[int, ...]:
    scale = image.width / layout.width
    found = image.getpixel((int(spot.x * scale), int(spot.y * scale)))
    assert isinstance(found, tuple)
    return found


def is_near(found: tuple[int, ...], colour: str) -> bool:
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return all(abs(one - other) <= NEAR for one, other in zip(found, wanted, strict=True))


@each("width", (200, 401, 800, 1600))
def test_it_is_as_wide_as_asked_for(width: int) -> None:
    assert picture(START, width).size == (width, round(width * START.height / START.width))


def test_the_same_board_gives_the_same_bytes() -> None:
    assert png_picture(START) == png_picture(START)


@each("text", (OPENING, DOUBLED, MONEY, RESIGNED))
def test_even_the_largest_is_small(text: str) -> None:
    layout = lay_out(board_of(BoardWish(id=text)).diagram)
    assert len(png_picture(layout)) < 60_000
    assert len(png_picture(layout, 1600)) < 120_000


@settings(max_examples=examples(12), deadline=None)
@given(diagrams(), st.sampled_from([300, 800]))
def test_checkers_have_their_colours_where_the_layout_has_them(diagram: Diagram, width: int) -> None:
    """But where a number lies on one."""
    layout = lay_out(replace(diagram, play=()))
    image = picture(layout, width)
    covered = [shape.at for shape in layout.shapes if isinstance(shape, Lettering)]
    for shape in layout.shapes:
        if not (isinstance(shape, Circle) and shape.ink in (Ink.LIGHT, Ink.DARK)):
            continue
        if not any(dist(spot, shape.at) < 20 for spot in covered):
            fill = INK_STYLES[shape.ink].fill
            assert fill
            assert is_near(colour_at(image, layout, shape.at), fill)


def test_every_kind_of_shape_is_drawn() -> None:
    """Each leaves its colour behind, which is not there without it."""
    diagram = board_of(BoardWish(id=OPENING, play="8/5 6/5")).diagram
    layout = lay_out(diagram)
    for ink in (Ink.FIELD, Ink.PALE_POINT, Ink.DEEP_POINT, Ink.ARROW, Ink.HEAD, Ink.CUBE, Ink.NUMBER):
        shapes = tuple(shape for shape in layout.shapes if shape.ink is not ink)
        without = Layout(layout.width, layout.height, shapes)
        assert len(shapes) < len(layout.shapes)
        assert picture(without, 400).tobytes() != picture(layout, 400).tobytes(), ink


@each("colour, face", [(Colour.LIGHT, Ink.LIGHT_DIE), (Colour.DARK, Ink.DARK_DIE)])
def test_dice_show_their_spots(colour: Colour, face: Ink) -> None:
    layout = lay_out(board_of(BoardWish(id=OPENING, colour=colour)).diagram)
    image = picture(layout)
    for shape in layout.shapes:
        if isinstance(shape, Rectangle) and shape.ink is face:
            fill = INK_STYLES[face].fill
            assert fill
            assert is_near(colour_at(image, layout, Spot(shape.at.x + 8, shape.at.y + 18)), fill)
        if isinstance(shape, Circle) and shape.ink in (Ink.LIGHT_SPOT, Ink.DARK_SPOT):
            fill = INK_STYLES[shape.ink].fill
            assert fill
            assert is_near(colour_at(image, layout, shape.at), fill)


def test_letters_reach_up_from_their_base_line() -> None:
    layout = Layout(60, 40, (Lettering(Ink.NUMBER, Spot(30, 30), "8", 20),))
    image = picture(layout, 600)
    written = image.convert("L").point(lambda value: 255 * (value > 150)).getbbox()
    assert written is not None
    left, top, right, bottom = (edge / 10 for edge in written)
    assert (left + right) / 2 == pytest.approx(30, abs=1)
    assert bottom == pytest.approx(30, abs=1)
    assert top == pytest.approx(30 - 14.4, abs=2)
