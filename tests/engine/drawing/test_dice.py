"""Dice and cube: whose they are and what they show."""

from dataclasses import replace

from engine.drawing import Diagram, End, lay_out
from engine.drawing.inks import Ink
from engine.drawing.shapes import Circle, Lettering, Polygon, Rectangle
from tests.each import each

from .diagrams import START, box_of, drawn_with, texts


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
    diagram = Diagram(position=START, on_roll=End.TOP, dice=(number, number))
    spots = [shape.at for shape in drawn_with(diagram, Ink.DARK_SPOT) if isinstance(shape, Circle)]
    assert len(set(spots)) == 2 * number
    for die in drawn_with(diagram, Ink.DARK_DIE):
        left, top, right, bottom = box_of(die, 0)
        own = [spot for spot in spots if left < spot.x < right]
        # Half round they are the same.
        half_round = {(round(left + right - spot.x, 6), round(top + bottom - spot.y, 6)) for spot in own}
        assert half_round == {(round(spot.x, 6), round(spot.y, 6)) for spot in own}


@each(
    "dice, played, hollow",
    [
        ((6, 3), (), [False, False]),
        ((6, 3), (3,), [False, True]),
        ((6, 3), (3, 6), [True, True]),
        ((4, 4), (4,), [False, False]),
        ((4, 4), (4, 4), [True, False]),
        ((4, 4), (4, 4, 4), [True, False]),
        ((4, 4), (4, 4, 4, 4), [True, True]),
    ],
)
def test_dice_that_have_been_played_are_hollow(
    dice: tuple[int, int], played: tuple[int, ...], hollow: list[bool]
) -> None:
    diagram = Diagram(position=START, on_roll=End.BOTTOM, dice=dice, played=played)
    faces = sorted(drawn_with(diagram, Ink.LIGHT_DIE, Ink.PLAYED_DIE), key=lambda shape: shape.at.x)
    assert [shape.ink is Ink.PLAYED_DIE for shape in faces] == hollow
    spots = drawn_with(diagram, Ink.PLAYED_SPOT)
    assert len(spots) == sum(number for number, is_played in zip(dice, hollow, strict=True) if is_played)


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


@each("resigned_by, up", [(End.BOTTOM, True), (End.TOP, False)])
@each("times", (1, 2, 3))
def test_a_flag_says_for_how_much_a_game_is_given_up_and_points_at_who_answers(
    resigned_by: End, up: bool, times: int
) -> None:
    diagram = Diagram(position=START, on_roll=End.BOTTOM, resigned=times, resigned_by=resigned_by)
    assert texts(diagram, Ink.FLAG_COUNT) == [str(times)]
    arrows = [shape for shape in drawn_with(diagram, Ink.OFFER) if isinstance(shape, Polygon)]
    assert len(arrows) == 2
    assert all((shape.corners[2].y < shape.corners[0].y) == up for shape in arrows)
    right = box_of(*drawn_with(diagram, Ink.FLAG), 0)[0] > lay_out(diagram).width / 2
    assert right == (resigned_by is End.BOTTOM)
    assert not drawn_with(diagram, Ink.LIGHT_DIE, Ink.DARK_DIE)


@each("resigned_by", End)
@each("on_roll", End)
def test_a_flag_stands_where_no_dice_lie(resigned_by: End, on_roll: End) -> None:
    diagram = Diagram(position=START, on_roll=on_roll, dice=(6, 3), resigned=1, resigned_by=resigned_by)
    dice = drawn_with(diagram, Ink.LIGHT_DIE, Ink.DARK_DIE)
    assert len(dice) == 2
    middle = lay_out(diagram).width / 2 - 30
    [flag] = drawn_with(diagram, Ink.FLAG)
    assert {box_of(shape, 0)[0] < middle for shape in dice} == {box_of(flag, 0)[0] > middle}


@each(
    "shown, names",
    [
        ({}, []),
        ({"jacoby": True}, ["Jacoby"]),
        ({"beavers": True}, ["Beavers"]),
        ({"jacoby": True, "beavers": True}, ["Jacoby", "Beavers"]),
        ({"jacoby": True, "beavers": True, "cube": 2, "cube_owner": End.TOP}, ["Jacoby", "Beavers"]),
    ],
)
def test_the_rules_for_money_stand_by_the_score(shown: dict[str, object], names: list[str]) -> None:
    diagram = replace(Diagram(position=START, score=(0, 0), length=0), **shown)  # type: ignore[arg-type]
    assert texts(diagram, Ink.MONEY_RULE) == names
    scores = {shape.at.x for shape in drawn_with(diagram, Ink.SCORE) if isinstance(shape, Lettering)}
    rules = {shape.at.x for shape in drawn_with(diagram, Ink.MONEY_RULE) if isinstance(shape, Lettering)}
    assert rules <= scores


def test_without_a_cube_none_is_drawn() -> None:
    assert not drawn_with(Diagram(position=START, cube=None), Ink.CUBE, Ink.CUBE_FACE)
