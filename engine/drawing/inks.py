"""What the shapes of a board are drawn with: a name for each kind, and its colours where nobody has others.

The two sides differ in lightness (16 : 1) and in the ring of the dark one, so that they are told from each
other by every colour vision and on paper. What is drawn on felt or wood differs from it by 3 : 1 at least.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Ink(StrEnum):
    """What a shape is drawn with: what it stands for."""

    FRAME = "frame"
    FIELD = "field"
    TRAY = "tray"
    PALE_POINT = "pale-point"
    DEEP_POINT = "deep-point"
    MARK = "mark"
    NUMBER = "number"
    PIPS = "pips"
    SCORE = "score"
    LIGHT = "light"
    DARK = "dark"
    RING = "ring"
    LIGHT_COUNT = "light-count"
    DARK_COUNT = "dark-count"
    LIGHT_OFF = "light-off"
    DARK_OFF = "dark-off"
    LIGHT_DIE = "light-die"
    DARK_DIE = "dark-die"
    LIGHT_SPOT = "light-spot"
    DARK_SPOT = "dark-spot"
    PLAYED_DIE = "played-die"
    PLAYED_SPOT = "played-spot"
    CUBE = "cube"
    CUBE_FACE = "cube-face"
    OFFER = "offer"
    FLAG_POLE = "flag-pole"
    FLAG = "flag"
    FLAG_COUNT = "flag-count"
    MONEY_RULE = "money-rule"
    LANDING_HALO = "landing-halo"
    LANDING = "landing"
    ARROW_HALO = "arrow-halo"
    ARROW = "arrow"
    HEAD_HALO = "head-halo"
    HEAD = "head"


class InkStyle(NamedTuple):
    """Colours as #rrggbb, or None; the width of the line, and the lengths of its dashes and gaps."""

    fill: str | None = None
    line: str | None = None
    line_width: float = 0
    dashes: tuple[float, ...] = ()
    bold: bool = False


_IVORY, _EBONY, _BRASS, _PAPER = "#fdf8ea", "#1c1a17", "#ffd35c", "#f5f1e6"
_OUTLINE = "#241f17"

INK_STYLES: Mapping[Ink, InkStyle] = {
    Ink.FRAME: InkStyle("#123c2c"),
    Ink.FIELD: InkStyle("#386f59"),
    Ink.TRAY: InkStyle("#0d2d21"),
    Ink.PALE_POINT: InkStyle("#dcc48d"),
    Ink.DEEP_POINT: InkStyle("#1f4f3c"),
    Ink.MARK: InkStyle(None, "#ff6b57", 4),
    Ink.NUMBER: InkStyle(_PAPER),
    Ink.PIPS: InkStyle(_BRASS, bold=True),
    Ink.SCORE: InkStyle(_BRASS, bold=True),
    Ink.LIGHT: InkStyle(_IVORY, _OUTLINE, 1.6),
    Ink.DARK: InkStyle(_EBONY, _PAPER, 1.6),
    Ink.RING: InkStyle(None, _PAPER, 1.6),
    Ink.LIGHT_COUNT: InkStyle(_OUTLINE, bold=True),
    Ink.DARK_COUNT: InkStyle(_PAPER, bold=True),
    Ink.LIGHT_OFF: InkStyle(_IVORY, _OUTLINE, 1.2),
    Ink.DARK_OFF: InkStyle(_EBONY, _PAPER, 1.2),
    Ink.LIGHT_DIE: InkStyle(_IVORY, _OUTLINE, 1.6),
    Ink.DARK_DIE: InkStyle(_EBONY, _PAPER, 1.6),
    Ink.LIGHT_SPOT: InkStyle(_OUTLINE),
    Ink.DARK_SPOT: InkStyle(_PAPER),
    Ink.PLAYED_DIE: InkStyle(None, _PAPER, 1.6),
    Ink.PLAYED_SPOT: InkStyle(_PAPER),
    Ink.CUBE: InkStyle("#fbf0d2", "#e0a526", 3),
    Ink.CUBE_FACE: InkStyle(_OUTLINE, bold=True),
    Ink.OFFER: InkStyle(_BRASS, _OUTLINE, 1.6),
    Ink.FLAG_POLE: InkStyle(_BRASS, _OUTLINE, 1.2),
    Ink.FLAG: InkStyle("#ffffff", _OUTLINE, 1.6),
    Ink.FLAG_COUNT: InkStyle(_OUTLINE, bold=True),
    Ink.MONEY_RULE: InkStyle(_BRASS, bold=True),
    Ink.LANDING_HALO: InkStyle(None, _OUTLINE, 5),
    Ink.LANDING: InkStyle(None, _BRASS, 3, (5, 4)),
    Ink.ARROW_HALO: InkStyle(None, _OUTLINE, 8),
    Ink.ARROW: InkStyle(None, _BRASS, 4.5),
    Ink.HEAD_HALO: InkStyle(_OUTLINE, _OUTLINE, 4),
    Ink.HEAD: InkStyle(_BRASS),
}
"""How each ink looks on a screen, until a style sheet says otherwise."""
