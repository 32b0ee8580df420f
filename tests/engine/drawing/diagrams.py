"""Diagrams to be drawn, and what a layout shows of them, read without the code that laid it out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist

from hypothesis import strategies as st

from engine.drawing import Colour, Diagram, End, lay_out
from engine.drawing.inks import Ink
from engine.drawing.shapes import Circle, Curve, Layout, Lettering, Polygon, Rectangle, Shape, Spot
from engine.plays import Step
from engine.position import BAR, Position, make_side
from engine.variants import VARIANTS, Variant

START = VARIANTS["backgammon"].start_position()
CHECKERS = {Ink.LIGHT: Colour.LIGHT, Ink.DARK: Colour.DARK}
COUNTS = {Ink.LIGHT_COUNT: Colour.LIGHT, Ink.DARK_COUNT: Colour.DARK}
BORNE_OFF = {Ink.LIGHT_OFF: Colour.LIGHT, Ink.DARK_OFF: Colour.DARK}


@st.composite
def positions_of(draw: st.DrawFn, variant: Variant) -> Position:
    """Any position of a variant: crowded points, bars where there are hits, pins of both sides."""
    count = variant.checker_count
    hits = variant.code not in ("plakoto", "fevga")
    ends = draw(st.sampled_from([(0, 24 + hits), (1, 6), (5, 7), (18, 24 + hits)]))
    own = Counter(draw(st.lists(st.integers(*ends), min_size=count, max_size=count)))
    held = {
        variant.facing_point(point)
        for point, number in own.items()
        if 1 <= point <= 24 and number > variant.pins
    }
    places = st.integers(0, 24 + hits).filter(lambda point: point not in held)
    theirs = Counter(draw(st.lists(places, min_size=count, max_size=count)))
    sides = [make_side(count, {at: side[at] for at in side if at}) for side in (own, theirs)]
    details = {"pinned": [point for point in range(1, 25) if sides[0][point] == sides[1][25 - point] == 1]}
    position = variant.position_of_counts(Position(*sides), details if variant.pins else {})
    return position.with_sides_swapped() if draw(st.booleans()) else position


@st.composite
def plays_of(draw: st.DrawFn, variant: Variant, position: Position) -> tuple[Step, ...]:
    """Up to four steps of checkers that are there, whether the rules allow them or not."""
    steps: list[Step] = []
    for _ in range(draw(st.integers(0, 4))):
        standing = [point for point in range(1, 26) if position.own[point]]
        if not standing:
            break
        start = draw(st.sampled_from(standing))
        step = (start, draw(st.integers(0, min(start, BAR) - 1)))
        position = Position(*variant.after_step(position.own, position.opponent, step))
        steps.append(step)
    return tuple(steps)


@st.composite
def diagrams(draw: st.DrawFn, codes: Sequence[str] = tuple(VARIANTS)) -> Diagram:
    """Anything that can be drawn."""
    variant = VARIANTS[draw(st.sampled_from(codes))]
    position = draw(positions_of(variant))
    on_roll = draw(st.sampled_from([None, *End]))
    mine = position.with_sides_swapped() if on_roll is End.TOP else position
    offered = draw(st.none() | st.integers(1, 18))
    resigned = None if offered or on_roll is None else draw(st.none() | st.integers(1, 3))
    length = draw(st.sampled_from([None, 0, 1, 7, 25, 32767]))
    points = st.integers(0, length or 32767)
    return Diagram(
        position=position,
        variant=variant,
        on_roll=on_roll,
        dice=() if offered else draw(st.just(()) | st.tuples(st.integers(1, 6), st.integers(1, 6))),
        cube=1 << draw(st.integers(0, 15)) if draw(st.booleans()) else None,
        cube_owner=draw(st.sampled_from([None, *End])),
        offered=offered and 1 << offered,
        offered_by=draw(st.sampled_from(End)) if offered else None,
        resigned=resigned,
        resigned_by=draw(st.sampled_from(End)) if resigned else None,
        jacoby=draw(st.booleans()),
        beavers=draw(st.booleans()),
        play=draw(plays_of(variant, mine)) if on_roll else (),
        marked=draw(st.none() | st.integers(1, 24)),
        score=None if length is None else (draw(points), draw(points)),
        length=length,
        crawford=draw(st.booleans()),
        bottom_colour=draw(st.sampled_from(Colour)),
        off_to_left=draw(st.booleans()),
    )


@dataclass
class Seen:
    """What somebody reads off a drawing: by colour, checkers at the printed numbers, "bar" and "off"."""

    counts: dict[Colour, Counter[int | str]] = field(
        default_factory=lambda: {each: Counter() for each in Colour}
    )


def see(layout: Layout) -> Seen:
    """Read the checkers of a layout: a number on a checker says how many its stack has of its colour."""
    seen = Seen()
    numbers = [shape for shape in layout.shapes if isinstance(shape, Lettering) and shape.ink is Ink.NUMBER]
    bars = [shape.at.x for shape in layout.shapes if shape.ink is Ink.PIPS and isinstance(shape, Lettering)]

    def place_of(spot: Spot) -> int | str:
        if spot.x == bars[0]:
            return "bar"
        lower = spot.y > layout.height / 2
        [number] = [
            number.text
            for number in numbers
            if abs(number.at.x - spot.x) < 0.01 and (number.at.y > layout.height / 2) == lower
        ]
        return int(number)

    labels: dict[tuple[Colour, int | str], int] = {}
    for shape in layout.shapes:
        if isinstance(shape, Circle) and shape.ink in CHECKERS:
            seen.counts[CHECKERS[shape.ink]][place_of(shape.at)] += 1
        elif isinstance(shape, Rectangle) and shape.ink in BORNE_OFF:
            seen.counts[BORNE_OFF[shape.ink]]["off"] += 1
        elif isinstance(shape, Lettering) and shape.ink in COUNTS:
            labels[COUNTS[shape.ink], place_of(shape.at)] = int(shape.text)
    for (colour, place), number in labels.items():
        assert 3 < seen.counts[colour][place] < number
        seen.counts[colour][place] = number
    return seen


def shown_counts(diagram: Diagram, end: End) -> Counter[int | str]:
    """What is to be seen of the player at an end, by the numbers that are printed."""
    own = diagram.checkers(end)
    facing = (diagram.on_roll or End.BOTTOM) is not end
    shown: Counter[int | str] = Counter({"off": own[0], "bar": own[BAR]})
    for point in range(1, 25):
        shown[diagram.variant.facing_point(point) if facing else point] = own[point]
    return +shown


def box_of(shape: Shape, line: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape with a line of this width; of a text by its widest digits."""
    match shape:
        case Rectangle(at=at):
            spots = [at, Spot(at.x + shape.width, at.y + shape.height)]
        case Circle(at=at):
            r = shape.radius
            spots = [Spot(at.x - r, at.y - r), Spot(at.x + r, at.y + r)]
        case Polygon():
            spots = list(shape.corners)
        case Curve():
            spots = [shape.start, shape.control, shape.end]
        case Lettering(at=at):
            half = 0.62 * shape.size * len(shape.text) / 2
            spots = [Spot(at.x - half, at.y - 0.8 * shape.size), Spot(at.x + half, at.y)]
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    return min(xs) - line / 2, min(ys) - line / 2, max(xs) + line / 2, max(ys) + line / 2


def distance(one: Circle, other: Circle) -> float:
    """Between the middles of two circles."""
    return dist(one.at, other.at)


def drawn_with(diagram: Diagram, *inks: Ink) -> list[Shape]:
    """The shapes that are drawn with some inks."""
    return [shape for shape in lay_out(diagram).shapes if shape.ink in inks]


def texts(diagram: Diagram, ink: Ink) -> list[str]:
    """The letters of an ink."""
    return [shape.text for shape in drawn_with(diagram, ink) if isinstance(shape, Lettering)]


def side(points: dict[int, int]) -> tuple[int, ...]:
    """Fifteen checkers, those not named borne off."""
    return make_side(15, points)
