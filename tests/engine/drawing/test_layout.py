"""Where the shapes lie: checkers are seen once, nothing overlaps or leaves the box, left mirrors right."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from engine.drawing import Colour, Diagram, End, lay_out
from engine.drawing.inks import INK_STYLES, Ink
from engine.drawing.shapes import Circle, Curve, Lettering, Polygon
from engine.position import Position
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import (
    BORNE_OFF,
    CHECKERS,
    START,
    box_of,
    diagrams,
    distance,
    drawn_with,
    see,
    shown_counts,
    side,
    texts,
)

LYING = (Ink.CUBE, Ink.LIGHT_DIE, Ink.DARK_DIE, Ink.OFFER, Ink.FLAG, Ink.MONEY_RULE)


@each("code", VARIANTS)
def test_every_checker_is_seen_where_it_is(code: str) -> None:
    @settings(max_examples=examples(30), deadline=None)
    @given(diagrams([code]))
    def check(diagram: Diagram) -> None:
        seen = see(lay_out(diagram))
        for end in End:
            assert seen.counts[diagram.colour(end)] == shown_counts(diagram, end)

    check()


@settings(max_examples=examples(150), deadline=None)
@given(diagrams())
def test_nothing_leaves_the_box(diagram: Diagram) -> None:
    layout = lay_out(diagram)
    for shape in layout.shapes:
        left, top, right, bottom = box_of(shape, INK_STYLES[shape.ink].line_width)
        assert left >= 0, shape
        assert top >= 0, shape
        assert right <= layout.width, shape
        assert bottom <= layout.height, shape


@settings(max_examples=examples(150), deadline=None)
@given(diagrams())
def test_pieces_never_overlap(diagram: Diagram) -> None:
    """Checkers, those borne off, dice, cube and flag; arrows beside what is offered, and rules, too."""
    circles = [shape for shape in drawn_with(diagram, *CHECKERS) if isinstance(shape, Circle)]
    for one, other in combinations(circles, 2):
        lines = (INK_STYLES[one.ink].line_width + INK_STYLES[other.ink].line_width) / 2
        assert distance(one, other) >= one.radius + other.radius + lines
    boxes = [
        box_of(shape, INK_STYLES[shape.ink].line_width)
        for shape in drawn_with(diagram, *CHECKERS, *BORNE_OFF, *LYING)
    ]
    for (left, top, right, bottom), (west, north, east, south) in combinations(boxes, 2):
        assert right <= west + 1e-9 or east <= left + 1e-9 or bottom <= north + 1e-9 or south <= top + 1e-9


def test_a_pinned_checker_takes_one_of_five_places() -> None:
    plakoto = VARIANTS["plakoto"]
    position = plakoto.position_of_counts(Position(side({20: 1, 6: 14}), side({5: 15})), {})
    diagram = Diagram(position=position, variant=plakoto, on_roll=End.BOTTOM)
    assert see(lay_out(diagram)).counts == {Colour.LIGHT: {20: 1, 6: 14}, Colour.DARK: {20: 15}}
    places = [shape.at for shape in drawn_with(diagram, *CHECKERS) if isinstance(shape, Circle)]
    assert len(set(places)) == len(places) == 5 + 5


@each("end", End)
def test_the_number_of_a_stack_stands_on_its_last_checker(end: End) -> None:
    """On the one farthest from the edge of a point, and nearest to it of the bar."""
    position = Position(side({25: 7, 6: 8}), side({25: 7, 6: 8}))
    diagram = Diagram(position=position)
    layout = lay_out(diagram)
    ink, count = [(Ink.LIGHT, Ink.LIGHT_COUNT), (Ink.DARK, Ink.DARK_COUNT)][end is End.TOP]
    for number, last in (("8", max), ("7", min)):
        [text] = [
            shape
            for shape in drawn_with(diagram, count)
            if isinstance(shape, Lettering) and shape.text == number
        ]
        depths = [
            min(shape.at.y, layout.height - shape.at.y)
            for shape in drawn_with(diagram, ink)
            if isinstance(shape, Circle) and shape.at.x == text.at.x
        ]
        assert len(depths) == 5
        assert min(text.at.y, layout.height - text.at.y) == pytest.approx(last(depths), abs=8)


@settings(max_examples=examples(50), deadline=None)
@given(diagrams())
def test_off_to_the_left_is_the_mirror_image(diagram: Diagram) -> None:
    right, left = (lay_out(replace(diagram, off_to_left=to_left)) for to_left in (False, True))
    assert (right.width, right.height) == (left.width, left.height)
    for one, other in zip(right.shapes, left.shapes, strict=True):
        assert type(one) is type(other)
        assert one.ink is other.ink
        west, top, east, bottom = box_of(one, 0)
        assert box_of(other, 0) == pytest.approx((right.width - east, top, right.width - west, bottom))
        if isinstance(one, Lettering) and isinstance(other, Lettering):
            assert one.text == other.text
        if isinstance(one, Curve) and isinstance(other, Curve):
            assert one.start.x + other.start.x == pytest.approx(right.width)
            assert one.end.y == other.end.y


@settings(max_examples=examples(50), deadline=None)
@given(diagrams())
def test_every_dark_checker_without_a_number_has_a_ring(diagram: Diagram) -> None:
    dark = Counter(shape.at for shape in drawn_with(diagram, Ink.DARK) if isinstance(shape, Circle))
    rings = Counter(shape.at for shape in drawn_with(diagram, Ink.RING) if isinstance(shape, Circle))
    assert rings <= dark
    assert len(dark - rings) == len(texts(diagram, Ink.DARK_COUNT))


# Places known by hand: the bottom bears off to the right, its ace point is the last below.


def test_the_start() -> None:
    layout = lay_out(Diagram(position=START, on_roll=End.BOTTOM))
    light, dark = ([shape for shape in layout.shapes if shape.ink is ink] for ink in CHECKERS)
    assert len(light) == len(dark) == 15
    xs = {spot.x for shape in light if isinstance(shape, Circle) for spot in [shape.at]}
    # 13 and 24 above, 8 and 6 below, from left to right: 13, 8, 6, 24.
    assert len(xs) == 4
    below = sorted(
        {shape.at.x for shape in light if isinstance(shape, Circle) and shape.at.y > layout.height / 2}
    )
    assert below == sorted(xs)[1:3]


@each("on_roll, below", [(None, "12 1"), (End.BOTTOM, "12 1"), (End.TOP, "13 24")])
def test_numbers_are_those_of_the_player_on_roll(on_roll: End | None, below: str) -> None:
    layout = lay_out(Diagram(position=START, on_roll=on_roll))
    lower = [
        shape
        for shape in layout.shapes
        if isinstance(shape, Lettering) and shape.ink is Ink.NUMBER and shape.at.y > layout.height / 2
    ]
    row = [shape.text for shape in sorted(lower, key=lambda shape: shape.at.x)]
    assert " ".join([row[0], row[-1]]) == below
    assert len(row) == 12


def test_fevga_has_a_tray_at_each_side() -> None:
    """Both go the same way round: the top bears off at the left, from above."""
    position = Position(side({24: 14}), side({24: 13}))
    diagram = Diagram(position=position, variant=VARIANTS["fevga"], on_roll=End.TOP, cube=None)
    layout = lay_out(diagram)
    assert len(drawn_with(diagram, Ink.TRAY)) == 2
    [mine] = [shape for shape in layout.shapes if shape.ink is Ink.LIGHT_OFF]
    theirs = [shape for shape in layout.shapes if shape.ink is Ink.DARK_OFF]
    assert box_of(mine, 0)[0] > layout.width - 70
    assert all(box_of(shape, 0)[2] < 70 and box_of(shape, 0)[3] < layout.height / 2 for shape in theirs)
    assert len(theirs) == 2
    seen = see(layout)
    # The bottom's 24 is the top's 12.
    assert seen.counts[Colour.LIGHT] == {12: 14, "off": 1}
    assert seen.counts[Colour.DARK] == {24: 13, "off": 2}


def test_a_pinned_checker_lies_below() -> None:
    """The pinned one is nearest to the edge, those that pin it stand on it."""
    plakoto = VARIANTS["plakoto"]
    counted = Position(side({6: 3, 20: 1}), side({19: 1, 5: 2, 1: 1}))
    position = plakoto.position_of_counts(counted, {})
    diagram = Diagram(position=position, variant=plakoto, on_roll=End.BOTTOM)
    layout = lay_out(diagram)

    def depths(x_of: int, ink: Ink) -> list[float]:
        [x] = {
            shape.at.x
            for shape in layout.shapes
            if isinstance(shape, Lettering) and shape.ink is Ink.NUMBER and shape.text == str(x_of)
        }
        half = [
            min(shape.at.y, layout.height - shape.at.y)
            for shape in layout.shapes
            if isinstance(shape, Circle)
            and shape.ink is ink
            and shape.at.x == x
            and (shape.at.y > layout.height / 2) == (x_of <= 12)
        ]
        return sorted(half)

    assert len(depths(6, Ink.DARK)) == 1
    assert depths(6, Ink.DARK)[0] < min(depths(6, Ink.LIGHT))
    assert len(depths(20, Ink.LIGHT)) == 1
    assert depths(20, Ink.LIGHT)[0] < min(depths(20, Ink.DARK))


def test_the_marked_point_is_outlined() -> None:
    diagram = Diagram(position=START, on_roll=End.TOP, marked=5)
    [mark] = drawn_with(diagram, Ink.MARK)
    points = drawn_with(diagram, Ink.PALE_POINT, Ink.DEEP_POINT)
    assert isinstance(mark, Polygon)
    [same] = [shape for shape in points if isinstance(shape, Polygon) and shape.corners == mark.corners]
    assert same.ink is Ink.PALE_POINT
    [number] = [
        shape
        for shape in drawn_with(diagram, Ink.NUMBER)
        if isinstance(shape, Lettering) and shape.text == "20"
    ]
    assert mark.corners[2].x == number.at.x  # the top calls it so


def test_pips_and_score_stand_at_their_players() -> None:
    position = Position(side({1: 15}), side({25: 15}))
    diagram = Diagram(position=position, score=(3, 5), length=7)
    for ink, top, bottom in ((Ink.PIPS, "375", "15"), (Ink.SCORE, "5/7", "3/7")):
        shapes = [shape for shape in drawn_with(diagram, ink) if isinstance(shape, Lettering)]
        assert [shape.text for shape in sorted(shapes, key=lambda shape: shape.at.y)] == [top, bottom]
    assert texts(replace(diagram, length=0), Ink.SCORE) == ["3", "5"]
    assert texts(replace(diagram, score=None), Ink.SCORE) == []
