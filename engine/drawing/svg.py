"""A layout as an SVG document.

Colours are presentation attributes, so that the document stands alone; whatever is drawn with one ink is in a
group of the class "board-" and its name, by which a style sheet has it otherwise. There is neither a style
nor a script nor an id in it: a strict Content-Security-Policy allows it, and any number stand on one page.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from ..words import printable_text
from .inks import INK_STYLES, Ink
from .shapes import Circle, Curve, Layout, Lettering, Polygon, Rectangle, Shape, Spot

FONTS = "system-ui, sans-serif"


def svg_document(layout: Layout, label: str, language: str) -> str:
    """Return the document; `label` is what it says to whoever does not see it, in `language` ("en", "ja")."""
    groups = groupby(layout.shapes, key=lambda shape: (shape.ink, getattr(shape, "size", None)))
    box = _numbers(layout.width, layout.height)
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" role="img"'
        f" lang={quoteattr(language)} aria-label={quoteattr(printable_text(label))}"
        f' font-family="{FONTS}" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">'
        + "".join(_group(ink, size, shapes) for (ink, size), shapes in groups)
        + "</svg>"
    )


def _group(ink: Ink, size: float | None, shapes: Iterable[Shape]) -> str:
    return f"<g {_attributes(ink, size)}>{''.join(map(_element, shapes))}</g>"


@lru_cache(1024)
def _attributes(ink: Ink, size: float | None) -> str:
    style = INK_STYLES[ink]
    attributes = f'class="board-{ink}" fill="{style.fill or "none"}"'
    if style.line:
        attributes += f' stroke="{style.line}" stroke-width="{_numbers(style.line_width)}"'
    if style.dashes:
        attributes += f' stroke-dasharray="{_numbers(*style.dashes)}"'
    if size:
        attributes += f' font-size="{_numbers(size)}"' + ' font-weight="700"' * style.bold
    return attributes


# Boards are drawn of the same few hundred shapes over and over.
@lru_cache(4096)
def _element(shape: Shape) -> str:
    match shape:
        case Rectangle(at=at):
            corner = f' rx="{_numbers(shape.corner)}"' if shape.corner else ""
            size = f'width="{_numbers(shape.width)}" height="{_numbers(shape.height)}"'
            return f'<rect x="{_numbers(at.x)}" y="{_numbers(at.y)}" {size}{corner}/>'
        case Circle(at=at):
            return f'<circle cx="{_numbers(at.x)}" cy="{_numbers(at.y)}" r="{_numbers(shape.radius)}"/>'
        case Polygon():
            return f'<polygon points="{_spots(*shape.corners)}"/>'
        case Curve():
            return f'<path d="M{_spots(shape.start)}Q{_spots(shape.control, shape.end)}"/>'
        case Lettering(at=at):
            return f'<text x="{_numbers(at.x)}" y="{_numbers(at.y)}">{escape(shape.text)}</text>'


def _spots(*spots: Spot) -> str:
    return " ".join(_numbers(*spot) for spot in spots)


def _numbers(*values: float) -> str:
    """Numbers with at most one digit behind the point."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)
