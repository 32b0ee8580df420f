"""Where checkers are taken from and put to: exactly where they are drawn, and each place once."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings

from engine.drawing import Diagram, End, lay_out, next_spot, places_of
from engine.drawing.inks import Ink
from engine.drawing.shapes import Circle, Rectangle, Spot
from engine.position import BAR, OFF
from tests.effort import examples

from .diagrams import START, diagrams

CHECKERS = (Ink.LIGHT, Ink.DARK)


@settings(max_examples=examples(150), deadline=None)
@given(diagrams())
def test_every_checker_is_drawn_on_its_place(diagram: Diagram) -> None:
    drawn = {
        shape.at for shape in lay_out(diagram).shapes if isinstance(shape, Circle) and shape.ink in CHECKERS
    }
    expected: set[Spot] = set()
    for end in End:
        for place in places_of(diagram, end):
            count = diagram.checkers(end)[place.point]
            assert all(covers(place.at, place.width, place.height, spot) for spot in place.spots)
            if place.point != OFF:
                expected |= set(place.spots[:count])
    assert {rounded(spot) for spot in drawn} == {rounded(spot) for spot in expected}


@settings(max_examples=examples(50), deadline=None)
@given(diagrams())
def test_borne_off_checkers_lie_in_the_tray(diagram: Diagram) -> None:
    trays = [places_of(diagram, end)[OFF] for end in End]
    for shape in lay_out(diagram).shapes:
        if isinstance(shape, Rectangle) and shape.ink in (Ink.LIGHT_OFF, Ink.DARK_OFF):
            assert any(covers(tray.at, tray.width, tray.height, shape.at) for tray in trays)


@settings(max_examples=examples(50), deadline=None)
@given(diagrams())
def test_the_places_of_an_end_do_not_overlap(diagram: Diagram) -> None:
    for end in End:
        places = places_of(diagram, end)
        assert [place.point for place in places] == list(range(BAR + 1))
        for one, two in combinations(places, 2):
            apart_across = one.at.x + one.width <= two.at.x or two.at.x + two.width <= one.at.x
            apart_down = one.at.y + one.height <= two.at.y or two.at.y + two.height <= one.at.y
            assert apart_across or apart_down


def test_a_checker_comes_to_lie_on_those_that_are_there() -> None:
    diagram = Diagram(position=START)
    places = places_of(diagram, End.BOTTOM)
    assert next_spot(diagram, End.BOTTOM, places[5]) == places[5].spots[0]
    assert next_spot(diagram, End.BOTTOM, places[8]) == places[8].spots[3]
    assert next_spot(diagram, End.BOTTOM, places[6]) == places[6].spots[4]
    assert next_spot(diagram, End.BOTTOM, places[OFF]) == places[OFF].middle


def test_off_to_the_left_is_the_mirror_image() -> None:
    diagram = Diagram(position=START)
    width = lay_out(diagram).width
    mirrored = places_of(replace(diagram, off_to_left=True), End.TOP)
    for here, there in zip(places_of(diagram, End.TOP), mirrored, strict=True):
        assert rounded(there.middle) == rounded(Spot(width - here.middle.x, here.middle.y))


def covers(at: Spot, width: float, height: float, spot: Spot) -> bool:
    return at.x <= spot.x <= at.x + width and at.y <= spot.y <= at.y + height


def rounded(spot: Spot) -> Spot:
    return Spot(round(spot.x, 6), round(spot.y, 6))
