"""The style sheet of boards: everything drawn can be seen in each scheme, and the sides told apart."""

from engine.drawing.inks import INK_STYLES, Ink
from tests.each import each
from tests.engine.drawing.test_svg import GROUNDS, LETTERS, contrast, luminance

from .sheet import classes_named, declared, style_in


def test_the_sheet_names_inks_that_there_are() -> None:
    others = {"board", *(f"board-{part}" for part in ("box", "said", "page", "beside", "finder"))}
    assert {each.removeprefix("board-") for each in set(classes_named()) - others} <= {*map(str, Ink)}


@each("scheme", ("print", "forced"))
def test_every_ink_is_said_anew(scheme: str) -> None:
    """Where nothing of the screen's colours is to be left: each fill and line of every ink."""
    for ink in Ink:
        own = INK_STYLES[ink]
        wanted = {"fill"} if own.fill else set()
        wanted |= {"stroke"} if own.line else set()
        assert wanted <= declared(scheme)[ink].keys(), ink


@each("scheme", ("light", "dark", "print"))
def test_what_is_drawn_is_seen(scheme: str) -> None:
    """By its fill or its line, 3 : 1, letters 4.5 : 1: WCAG 2.2, 1.4.11 and 1.4.3."""
    for ink, grounds in GROUNDS.items():
        style, least = style_in(scheme, ink), 4.5 if ink in LETTERS else 3
        for ground in grounds:
            below = style_in(scheme, ground)
            under = below.fill or below.line
            assert under
            seen = max(contrast(colour, under) for colour in (style.fill, style.line) if colour)
            assert seen >= least, (ink, ground)


@each("scheme", ("light", "dark", "print"))
def test_sides_are_told_apart_by_lightness_and_by_a_ring(scheme: str) -> None:
    light, dark, ring = (style_in(scheme, ink) for ink in (Ink.LIGHT, Ink.DARK, Ink.RING))
    assert light.fill
    assert dark.fill
    assert ring.line
    assert contrast(light.fill, dark.fill) >= 10
    assert contrast(ring.line, dark.fill) >= 10


def test_paper_is_black_white_and_grey() -> None:
    for ink in Ink:
        style = style_in("print", ink)
        for colour in (style.fill, style.line):
            assert colour is None or len({colour[1:3], colour[3:5], colour[5:7]}) == 1, ink
    for ink in (Ink.FRAME, Ink.FIELD, Ink.TRAY):
        fill = style_in("print", ink).fill
        assert fill
        assert luminance(fill) == 1, "large faces cost no ink"


def test_white_and_black_stay_so_in_the_colours_of_the_reader() -> None:
    sides = declared("forced")
    assert (sides[Ink.LIGHT]["fill"], sides[Ink.LIGHT]["stroke"]) == ("#fff", "#000")
    assert (sides[Ink.DARK]["fill"], sides[Ink.DARK]["stroke"]) == ("#000", "#fff")
