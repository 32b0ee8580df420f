"""Shapes as plain values: what a layout is made of, and every writer draws.

Coordinates and lengths are units of the view box; x grows to the right and y downwards from the top left
corner.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from .inks import Ink


class Spot(NamedTuple):
    """A place on the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle by its top left corner; `corner` is the radius of its corners."""

    ink: Ink
    at: Spot
    width: float
    height: float
    corner: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle by its middle."""

    ink: Ink
    at: Spot
    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed line by its corners, of which there are three or more."""

    ink: Ink
    corners: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line that is bent towards `control`: a quadratic Bézier curve."""

    ink: Ink
    start: Spot
    control: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text by the middle of its base line; `size` is the height of its letters, from line to line."""

    ink: Ink
    at: Spot
    text: str
    size: float


Shape: TypeAlias = Rectangle | Circle | Polygon | Curve | Lettering


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing from the lowest shape to the uppermost, in a box from 0, 0 to `width`, `height`."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def mirrored(self) -> "Layout":
        """The same with left and right exchanged; texts stay readable."""
        return replace(self, shapes=tuple(_mirrored(shape, self.width) for shape in self.shapes))


def _mirrored(shape: Shape, width: float) -> Shape:
    def across(spot: Spot) -> Spot:
        return Spot(width - spot.x, spot.y)

    match shape:
        case Rectangle():
            return replace(shape, at=Spot(width - shape.at.x - shape.width, shape.at.y))
        case Polygon():
            return replace(shape, corners=tuple(map(across, shape.corners)))
        case Curve():
            return replace(
                shape, start=across(shape.start), control=across(shape.control), end=across(shape.end)
            )
        case Circle() | Lettering():
            return replace(shape, at=across(shape.at))
