"""Arrows: where they begin, where checkers land."""

from math import dist

from hypothesis import given, settings

from engine.drawing import Diagram, End, lay_out
from engine.drawing.inks import Ink
from engine.drawing.shapes import Circle, Curve, Lettering, Polygon
from engine.position import Position
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import CHECKERS, diagrams, drawn_with, side


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


@settings(max_examples=examples(100), deadline=None)
@given(diagrams())
def test_every_arrow_begins_at_a_checker(diagram: Diagram) -> None:
    """At one that stands there, or where an earlier step has led one."""
    layout = lay_out(diagram)
    places = [
        shape.at
        for shape in layout.shapes
        if isinstance(shape, Circle) and shape.ink in (*CHECKERS, Ink.LANDING)
    ]
    for arrow in layout.shapes:
        if isinstance(arrow, Curve) and arrow.ink is Ink.ARROW:
            assert min(dist(arrow.start, place) for place in places) < 13


@each("there, level", [(0, 0), (1, 1), (4, 4), (5, 4), (9, 4)])
def test_a_checker_lands_on_those_that_are_there(there: int, level: int) -> None:
    """On the sixth place and beyond it lands on the fifth checker."""
    position = Position(side({6: 5, 4: there}), side({}))
    diagram = Diagram(position=position, on_roll=End.BOTTOM, play=((6, 4),))
    [landing] = drawn_with(diagram, Ink.LANDING)
    tower = sorted(
        (shape.at for shape in drawn_with(diagram, Ink.LIGHT) if isinstance(shape, Circle)),
        key=lambda spot: (spot.x, -spot.y),
    )[:5]
    assert isinstance(landing, Circle)
    assert landing.at.y == tower[level].y


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


def test_a_checker_that_pins_is_taken_from_above() -> None:
    plakoto = VARIANTS["plakoto"]
    position = plakoto.position_of_counts(Position(side({8: 3}), side({17: 1})), {})
    diagram = Diagram(position=position, variant=plakoto, on_roll=End.BOTTOM, play=((8, 5),))
    [arrow] = [shape for shape in drawn_with(diagram, Ink.ARROW) if isinstance(shape, Curve)]
    standing = [shape.at for shape in drawn_with(diagram, Ink.LIGHT) if isinstance(shape, Circle)]
    uppermost = min(standing, key=lambda spot: spot.y)
    assert min(standing, key=lambda spot: dist(spot, arrow.start)) == uppermost


def test_a_pinned_checker_is_taken_from_below() -> None:
    """Though the rules forbid it: a play may be shown because it is wrong."""
    plakoto = VARIANTS["plakoto"]
    counted = Position(side({8: 1}), side({17: 1}))
    position = plakoto.position_of_counts(counted, {"pinned": [8]})
    diagram = Diagram(position=position, variant=plakoto, on_roll=End.BOTTOM, play=((8, 5),))
    [arrow] = [shape for shape in drawn_with(diagram, Ink.ARROW) if isinstance(shape, Curve)]
    [pinned] = [shape.at for shape in drawn_with(diagram, Ink.LIGHT) if isinstance(shape, Circle)]
    assert dist(pinned, arrow.start) < 13
