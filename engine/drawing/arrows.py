"""The steps of a play as arrows, each from where the checker stands to where it will."""

from collections.abc import Iterator
from math import hypot

from ..position import BAR, OFF, Position
from .checkers import RADIUS
from .diagram import End
from .grid import HEIGHT, MIDDLE, STRIP, Grid, edge_spot
from .inks import Ink
from .shapes import Circle, Curve, Polygon, Shape, Spot

HEAD_LENGTH, HEAD_WIDTH = 15, 16
FOOT_RADIUS = 5.5
OUT_OF_FOOT = 12
"""How far outside the middle of its checker an arrow begins, so that a number on it can be read."""
SHORT_OF_LANDING = 6
"""How far before the middle of its place an arrow ends."""
MOST_BEND, BEND = 46, 0.2
"""How far an arrow bends aside at most, and as part of its length."""


def draw_arrows(grid: Grid) -> Iterator[Shape]:
    """An arrow for each step of the play, and rings where checkers land."""
    end = grid.diagram.on_roll
    if end is None:
        return
    landings: list[Shape] = []
    arrows: list[Shape] = []
    for (start, to), position in grid.diagram.positions_of_play():
        foot = _spot_of(grid, end, position, start, above=-1)
        if to == OFF:
            target = edge_spot(end, grid.tray_x(end), (STRIP + MIDDLE) / 2)
        else:
            target = _spot_of(grid, end, position, to, above=0)
            landings += [Circle(ink, target, RADIUS - 1) for ink in (Ink.LANDING_HALO, Ink.LANDING)]
        arrows += _arrow(foot, target, 0 if to == OFF else SHORT_OF_LANDING)
    yield from landings
    yield from arrows


def _spot_of(grid: Grid, end: End, position: Position, point: int, above: int) -> Spot:
    """The place of the uppermost checker of the player, `above` is -1, or of the next one to come, 0."""
    variant = grid.diagram.variant
    pins = (
        variant.pins
        and point != BAR
        and position.opponent[variant.facing_point(point)] == 1
        and not variant.is_pinned(position.own, point)
    )
    return grid.checker_spot(end, point, max(0, pins + position.own[point] + above))


def _arrow(foot: Spot, target: Spot, short_of: float) -> Iterator[Shape]:
    """A bent arrow, its head ending so far short of its target, each part on a darker and wider one."""
    control = _control_of(foot, target)
    foot = _towards(foot, control, OUT_OF_FOOT)
    tip = _towards(target, control, short_of)
    neck = _towards(target, control, short_of + HEAD_LENGTH)
    aside_x = (neck.y - tip.y) / HEAD_LENGTH * HEAD_WIDTH / 2
    aside_y = (tip.x - neck.x) / HEAD_LENGTH * HEAD_WIDTH / 2
    head = (tip, Spot(neck.x + aside_x, neck.y + aside_y), Spot(neck.x - aside_x, neck.y - aside_y))
    yield Curve(Ink.ARROW_HALO, foot, control, neck)
    yield Polygon(Ink.HEAD_HALO, head)
    yield Circle(Ink.HEAD_HALO, foot, FOOT_RADIUS)
    yield Curve(Ink.ARROW, foot, control, neck)
    yield Polygon(Ink.HEAD, head)
    yield Circle(Ink.HEAD, foot, FOOT_RADIUS)


def _towards(spot: Spot, other: Spot, distance: float) -> Spot:
    """The place so far from one towards another."""
    part = distance / hypot(other.x - spot.x, other.y - spot.y)
    return Spot(spot.x + (other.x - spot.x) * part, spot.y + (other.y - spot.y) * part)


def _control_of(foot: Spot, target: Spot) -> Spot:
    """What a curve is bent towards: the middle of the board, where there is room."""
    across, down = target.x - foot.x, target.y - foot.y
    length = hypot(across, down)
    middle = Spot((foot.x + target.x) / 2, (foot.y + target.y) / 2)
    bend = min(MOST_BEND, BEND * length)
    if (HEIGHT / 2 - middle.y) * across < 0:
        bend = -bend
    if abs(middle.y - MIDDLE) < 40:
        bend *= 0.35
    return Spot(middle.x - down / length * bend, middle.y + across / length * bend)
