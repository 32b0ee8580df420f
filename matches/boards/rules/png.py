"""A layout as a PNG: the shapes of the SVG document, drawn large and made smaller for smooth edges."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import degrees, hypot
from typing import cast

from PIL import Image, ImageDraw, ImageFont

from engine.drawing.inks import INK_STYLES, Ink, InkStyle
from engine.drawing.shapes import Circle, Curve, Layout, Lettering, Polygon, Rectangle, Shape, Spot

SMALLEST_WIDTH, USUAL_WIDTH, LARGEST_WIDTH = 200, 800, 1600
"""Of a picture, in pixels."""
COARSEST, FINEST = 2, 4
"""How many times as large as asked for it is drawn."""
USUALLY_DRAWN = 2400
"""How wide it is drawn if that is fine enough. The largest picture is drawn in 24 megabytes."""
COLOURS = 256
"""Of the picture. A board has a dozen; the others are blends at their edges."""
BOLD = 0.03
"""How far a bold letter is thickened on each side, in sizes of the letters."""
BENDS = 24
"""Straight pieces of a curve."""


def png_picture(layout: Layout, width: int = USUAL_WIDTH) -> bytes:
    """Return the layout as a PNG so many pixels wide; its corners are square.

    The same layout gives the same bytes, from one release of Pillow.
    """
    finer = max(COARSEST, min(FINEST, USUALLY_DRAWN // width))
    height = round(width * layout.height / layout.width)
    image = Image.new("RGB", (width * finer, height * finer), INK_STYLES[Ink.FRAME].fill)
    pen = Pen(ImageDraw.Draw(image), width * finer / layout.width)
    for shape in layout.shapes:
        pen.draw_shape(shape, INK_STYLES[shape.ink])
    written = BytesIO()
    with_few_colours(image.reduce(finer)).save(written, "PNG")
    return written.getvalue()


def with_few_colours(image: Image.Image) -> Image.Image:
    """The same in the colours that most of it has, exactly; what is left are the nearest of them.

    A third of the bytes, and nobody sees the difference.
    """
    counted = cast(list[tuple[int, tuple[int, int, int]]], image.getcolors(image.width * image.height))
    most = sorted(counted, reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in most for part in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


class Pen:
    """Draws shapes with so many pixels to a unit of the layout."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self.draw = draw
        self.scale = scale

    def draw_shape(self, shape: Shape, style: InkStyle) -> None:
        """Draw one shape. As in SVG, half of a line lies inside of its shape and half outside."""
        match shape:
            case Rectangle():
                self._draw_rectangle(shape, style)
            case Circle() if style.dashes:
                self._draw_dashed_circle(shape, style)
            case Circle():
                self._draw_circle(shape, style)
            case Polygon():
                self._draw_polygon(shape, style)
            case Curve():
                self._draw_line([*_bends(shape)], style)
            case Lettering():
                self._draw_letters(shape, style)

    def _draw_rectangle(self, shape: Rectangle, style: InkStyle) -> None:
        for colour, beyond in _layers(style):
            box = self._box(shape.at, Spot(shape.at.x + shape.width, shape.at.y + shape.height), beyond)
            corner = max(0.0, (shape.corner + beyond) if shape.corner else 0) * self.scale
            self.draw.rounded_rectangle(box, corner, fill=colour)

    def _draw_circle(self, shape: Circle, style: InkStyle) -> None:
        at = shape.at
        if style.fill is None:
            box = self._box(at, at, shape.radius + style.line_width / 2)
            self.draw.ellipse(box, outline=style.line, width=round(style.line_width * self.scale))
            return
        for colour, beyond in _layers(style):
            self.draw.ellipse(self._box(at, at, shape.radius + beyond), fill=colour)

    def _draw_dashed_circle(self, shape: Circle, style: InkStyle) -> None:
        box = self._box(shape.at, shape.at, shape.radius + style.line_width / 2)
        dash, gap = (degrees(length / shape.radius) for length in style.dashes)
        start = 0.0
        while start < 360:
            end = min(start + dash, 360)
            self.draw.arc(box, start, end, fill=style.line, width=round(style.line_width * self.scale))
            start += dash + gap

    def _draw_polygon(self, shape: Polygon, style: InkStyle) -> None:
        if style.line is not None:
            self._draw_line([*shape.corners, shape.corners[0]], style)
        if style.fill is None:
            return
        self.draw.polygon([self._pixel(corner) for corner in shape.corners], fill=style.fill)
        if style.line is not None and style.line != style.fill:
            self._draw_line([*shape.corners, shape.corners[0]], style)

    def _draw_line(self, spots: list[Spot], style: InkStyle) -> None:
        """A line through spots, round at its ends and bends."""
        width = style.line_width * self.scale
        for one, other in pairwise(spots):
            self.draw.line([self._pixel(one), self._pixel(other)], fill=style.line, width=round(width))
        for spot in spots:
            self.draw.ellipse(self._box(spot, spot, style.line_width / 2), fill=style.line)

    def _draw_letters(self, shape: Lettering, style: InkStyle) -> None:
        size = shape.size * self.scale
        self.draw.text(
            self._pixel(shape.at),
            shape.text,
            fill=style.fill,
            font=_letters(round(size)),
            anchor="ms",
            stroke_width=BOLD * size if style.bold else 0,
        )

    def _pixel(self, spot: Spot) -> tuple[float, float]:
        return spot.x * self.scale, spot.y * self.scale

    def _box(self, one: Spot, other: Spot, beyond: float) -> tuple[float, float, float, float]:
        """From one corner to the other, and beyond on each side; Pillow's boxes have their last pixel."""
        left, top = self._pixel(Spot(one.x - beyond, one.y - beyond))
        right, bottom = self._pixel(Spot(other.x + beyond, other.y + beyond))
        return left, top, right - 1, bottom - 1


def _layers(style: InkStyle) -> Iterator[tuple[str, float]]:
    """What is filled with one colour, the largest first, and how far it reaches beyond the shape."""
    if style.line is not None:
        yield style.line, style.line_width / 2
    if style.fill is not None:
        yield style.fill, -style.line_width / 2 if style.line is not None else 0.0


def _bends(curve: Curve) -> Iterator[Spot]:
    """Spots along a quadratic Bézier curve."""
    start, control, end = curve.start, curve.control, curve.end
    bends = BENDS if hypot(end.x - start.x, end.y - start.y) else 1
    for step in range(bends + 1):
        part = step / bends
        one, two, three = (1 - part) ** 2, 2 * part * (1 - part), part**2
        yield Spot(
            one * start.x + two * control.x + three * end.x,
            one * start.y + two * control.y + three * end.y,
        )


@cache
def _letters(size: int) -> ImageFont.FreeTypeFont:
    """Pillow's own letters, which are there wherever Pillow is."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found
