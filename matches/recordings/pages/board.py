"""The board that is recorded on: drawn once without checkers, which the device puts where they are."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from engine.drawing import Diagram, End, lay_out, places_of, svg_document
from engine.drawing.checkers import CUBE, OFF_HEIGHT, OFF_MARGIN, OFF_PITCH, RADIUS, RING_RADIUS
from engine.drawing.dice import DIE, DIE_PITCH, SPOT_PITCH, SPOT_RADIUS, SPOTS
from engine.drawing.grid import MIDDLE, STRIP, TRAY_WIDTH, Grid
from engine.drawing.inks import INK_STYLES, Ink
from engine.variants import Variant

LYING = (Ink.FRAME, Ink.FIELD, Ink.TRAY, Ink.PALE_POINT, Ink.DEEP_POINT, Ink.NUMBER)
"""What of a board is the same in every position."""
MOVED = (
    Ink.LIGHT,
    Ink.DARK,
    Ink.RING,
    Ink.LIGHT_COUNT,
    Ink.DARK_COUNT,
    Ink.LIGHT_OFF,
    Ink.DARK_OFF,
    Ink.LIGHT_DIE,
    Ink.DARK_DIE,
    Ink.LIGHT_SPOT,
    Ink.DARK_SPOT,
    Ink.CUBE,
    Ink.CUBE_FACE,
)


def bare_board(variant: Variant, label: str) -> SafeString:
    """The board without anything on it, as an SVG document."""
    layout = lay_out(Diagram(position=variant.start_position(), variant=variant, cube=None))
    lying = replace(layout, shapes=tuple(shape for shape in layout.shapes if shape.ink in LYING))
    return mark_safe(svg_document(lying, label, get_language() or settings.LANGUAGE_CODE))


def board_geometry(variant: Variant) -> dict[str, Any]:
    """Where a device draws what: places of the bottom and of the top, sizes, inks; plain JSON values."""
    diagram = Diagram(position=variant.start_position(), variant=variant, cube=None)
    grid, layout = Grid(diagram), lay_out(diagram)
    return {
        "width": layout.width,
        "height": layout.height,
        "middle": MIDDLE,
        "edge": STRIP + OFF_MARGIN,
        "radius": RADIUS,
        "ring": RING_RADIUS,
        "off": {"height": OFF_HEIGHT, "pitch": OFF_PITCH, "width": TRAY_WIDTH - 14},
        "cube": CUBE,
        "die": {"size": DIE, "pitch": DIE_PITCH, "spot": SPOT_RADIUS, "spots": SPOT_PITCH},
        "spots": [[], *(SPOTS[number] for number in range(1, 7))],
        "tray": [grid.tray_x(end) for end in End],
        "dice": [grid.dice_x(end) for end in End],
        "ends": [
            [
                {
                    "at": [round(place.at.x, 1), round(place.at.y, 1)],
                    "size": [place.width, place.height],
                    "spots": [[round(spot.x, 1), round(spot.y, 1)] for spot in place.spots],
                }
                for place in places_of(diagram, end)
            ]
            for end in End
        ],
        "facing": [0, *(variant.facing_point(point) for point in range(1, 25)), 25],
        "hits": variant.hits,
        "pins": variant.pins,
        "start": [*variant.start_position().own],
        "inks": {
            f"board-{ink}": {
                "fill": INK_STYLES[ink].fill or "none",
                **(
                    {"stroke": INK_STYLES[ink].line, "stroke-width": INK_STYLES[ink].line_width}
                    if INK_STYLES[ink].line
                    else {}
                ),
            }
            for ink in MOVED
        },
    }
