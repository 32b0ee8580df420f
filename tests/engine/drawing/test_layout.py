"""Where the shapes lie: checkers are seen once, nothing overlaps or leaves the box, left mirrors right."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

from engine.drawing import Colour, Diagram, End, lay_out
from engine.drawing.inks import INK_STYLES, Ink
from engine.drawing.shapes import Circle, Curve, Lettering, Polygon, Rectangle, Shape
from engine.position import Position, make_side
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import BORNE_OFF, CHECKERS, box_of, diagrams, distance, see, shown_counts

START = VARIANTS["backgammon"].start_position()


def drawn_with(diagram: Diagram, *inks: Ink) -> list[Shape]:
    return [shape for shape in lay_out(diagram).shapes if shape.ink in inks]


def texts(diagram: Diagram, ink: Ink) -> list[str]:
    return [shape.text for shape in drawn_with(diagram, ink) if isinstance(shape, Lettering)]


def side(points: dict[int, int]) -> tuple[int, ...]:
    return make_side(15, points)


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
    """Checkers, those borne off, dice and cube; the offered cube's arrows too."""
    circles = [shape for shape in drawn_with(diagram, *CHECKERS) if isinstance(shape, Circle)]
    for one, other in combinations(circles, 2):
        lines = (INK_STYLES[one.ink].line_width + INK_STYLES[other.ink].line_width) / 2
        assert distance(one, other) >= one.radius + other.radius + lines
    boxes = [
        box_of(shape, INK_STYLES[shape.ink].line_width)
        for shape in drawn_with(
            diagram, *CHECKERS, *BORNE_OFF, Ink.CUBE, Ink.LIGHT_DIE, Ink.DARK_DIE, Ink.OFFER
        )
    ]
    for (left, top, right, bottom), (west, north, east, south) in combinations(boxes, 2):
        assert right <= west + 1e-9 or east <= left + 1e-9 or bottom <= north + 1e-9 or south <= top + 1e-9


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


# Dice and cube.


def spots_beside(diagram: Diagram, ink: Ink) -> tuple[int, int]:
    """How many spots of an ink lie left and right of the bar."""
    layout = lay_out(diagram)
    middle = layout.width / 2 - 30
    xs = [shape.at.x for shape in layout.shapes if isinstance(shape, Circle) and shape.ink is ink]
    return sum(x < middle for x in xs), sum(x > middle for x in xs)


@each(
    "on_roll, light, dark",
    [(End.BOTTOM, (0, 9), (0, 0)), (End.TOP, (0, 0), (9, 0)), (None, (0, 6), (3, 0))],
)
def test_dice_lie_at_the_right_hand(
    on_roll: End | None, light: tuple[int, int], dark: tuple[int, int]
) -> None:
    """Those of a roll together; of an opening roll one for each player."""
    diagram = Diagram(position=START, on_roll=on_roll, dice=(6, 3))
    assert (spots_beside(diagram, Ink.LIGHT_SPOT), spots_beside(diagram, Ink.DARK_SPOT)) == (light, dark)
    assert len(drawn_with(diagram, Ink.LIGHT_DIE, Ink.DARK_DIE)) == 2


@each("number", range(1, 7))
def test_a_die_has_as_many_spots_as_its_number(number: int) -> None:
    spots = drawn_with(Diagram(position=START, on_roll=End.TOP, dice=(number, number)), Ink.DARK_SPOT)
    assert len(set(spots)) == 2 * number


def test_blank_dice_wait_for_the_roll() -> None:
    waiting = Diagram(position=START, on_roll=End.TOP)
    assert len(drawn_with(waiting, Ink.DARK_DIE)) == 2
    assert not drawn_with(waiting, Ink.DARK_SPOT, Ink.LIGHT_DIE)
    assert not drawn_with(Diagram(position=START), Ink.DARK_DIE, Ink.LIGHT_DIE)


@each(
    "shown, face, height",
    [
        ({}, "64", "middle"),
        ({"cube": 2}, "2", "middle"),
        ({"cube": 64, "cube_owner": End.BOTTOM}, "64", "bottom"),
        ({"cube": 1024, "cube_owner": End.TOP}, "1024", "top"),
        ({"crawford": True}, "Cr", "middle"),
        ({"offered": 2, "offered_by": End.TOP}, "2", "middle"),
        ({"cube": 2, "cube_owner": End.TOP, "offered": 4, "offered_by": End.TOP}, "4", "middle"),
    ],
)
def test_the_cube(shown: dict[str, object], face: str, height: str) -> None:
    diagram = replace(Diagram(position=START, on_roll=End.BOTTOM), **shown)  # type: ignore[arg-type]
    assert texts(diagram, Ink.CUBE_FACE) == [face]
    [cube] = drawn_with(diagram, Ink.CUBE)
    layout = lay_out(diagram)
    assert isinstance(cube, Rectangle)
    middle = cube.at.y + cube.height / 2
    assert height == ("top" if middle < 100 else "bottom" if middle > layout.height - 100 else "middle")
    on_board = box_of(cube, 0)[2] < layout.width - 70
    assert on_board == ("offered" in shown)


@each("offered_by, up", [(End.BOTTOM, True), (End.TOP, False)])
def test_an_offered_cube_points_at_who_answers(offered_by: End, up: bool) -> None:
    diagram = Diagram(position=START, on_roll=offered_by, offered=2, offered_by=offered_by)
    for shape in drawn_with(diagram, Ink.OFFER):
        assert isinstance(shape, Polygon)
        *base, tip = shape.corners
        assert (tip.y < base[0].y) == up
    assert not drawn_with(diagram, Ink.LIGHT_DIE, Ink.DARK_DIE)


def test_without_a_cube_none_is_drawn() -> None:
    assert not drawn_with(Diagram(position=START, cube=None), Ink.CUBE, Ink.CUBE_FACE)


# Arrows, marks, numbers.


@each("on_roll", [End.BOTTOM, End.TOP])
def test_arrows_lead_from_checkers_to_free_places(on_roll: End) -> None:
    """bar/22(2) 13/10 10/7: one arrow for each step; the last begins where the third has landed."""
    points = {25: 2, 13: 4, 6: 9}
    position = Position(side(points), side({6: 15}))
    if on_roll is End.TOP:
        position = position.with_sides_swapped()
    play = ((25, 22), (25, 22), (13, 10), (10, 7))
    diagram = Diagram(position=position, on_roll=on_roll, play=play)
    layout = lay_out(diagram)
    circles = [shape for shape in layout.shapes if isinstance(shape, Circle)]
    standing = {shape.at for shape in circles if shape.ink in CHECKERS}
    landings = [shape.at for shape in circles if shape.ink is Ink.LANDING]
    arrows = [shape for shape in layout.shapes if isinstance(shape, Curve) and shape.ink is Ink.ARROW]
    assert len(set(landings)) == len(arrows) == 4
    assert not standing & set(landings)
    numbers = {
        (shape.at.x, shape.at.y > layout.height / 2): shape.text
        for shape in layout.shapes
        if isinstance(shape, Lettering) and shape.ink is Ink.NUMBER
    }
    assert [numbers[spot.x, spot.y > layout.height / 2] for spot in landings] == ["22", "22", "10", "7"]

    def nearest(arrow: Curve, spots: set[tuple[float, float]]) -> float:
        return min(abs(arrow.start.x - x) + abs(arrow.start.y - y) for x, y in spots)

    assert all(nearest(arrow, {(spot.x, spot.y) for spot in standing}) < 20 for arrow in arrows[:3])
    assert nearest(arrows[3], {(landings[2].x, landings[2].y)}) < 20
    assert nearest(arrows[0], {(arrows[1].start.x, arrows[1].start.y)}) > 20


def test_who_is_hit_is_ringed_and_who_is_pinned_stood_upon() -> None:
    hit = Diagram(position=Position(side({8: 15}), side({20: 1, 1: 14})), on_roll=End.BOTTOM, play=((8, 5),))
    [landing] = drawn_with(hit, Ink.LANDING)
    assert isinstance(landing, Circle)
    assert any(isinstance(shape, Circle) and shape.at == landing.at for shape in drawn_with(hit, Ink.DARK))
    plakoto = VARIANTS["plakoto"]
    position = plakoto.position_of_counts(hit.position, {})
    pin = Diagram(position=position, variant=plakoto, on_roll=End.BOTTOM, play=((8, 5), (8, 5)))
    landings = {shape.at for shape in drawn_with(pin, Ink.LANDING) if isinstance(shape, Circle)}
    assert len(landings) == 2
    assert not any(isinstance(shape, Circle) and shape.at in landings for shape in drawn_with(pin, Ink.DARK))


def test_bearing_off_leads_to_the_tray() -> None:
    position = Position(side({1: 2}), side({1: 2}))
    for end, above in ((End.BOTTOM, False), (End.TOP, True)):
        diagram = Diagram(position=position, on_roll=end, play=((1, 0), (1, 0)))
        heads = [shape for shape in drawn_with(diagram, Ink.HEAD) if isinstance(shape, Polygon)]
        layout = lay_out(diagram)
        assert len(heads) == 2
        assert not drawn_with(diagram, Ink.LANDING)
        for head in heads:
            assert head.corners[0].x > layout.width - 60
            assert (head.corners[0].y < layout.height / 2) == above


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
