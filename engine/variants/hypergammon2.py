"""Hypergammon with two checkers a side, as GNU Backgammon 1.07 knows it."""

from ..words import gettext_lazy as _
from .base import Variant

HYPERGAMMON2 = Variant(
    code="hypergammon2",
    name=_("Hypergammon with two checkers"),
    description=_("Backgammon with two checkers a side."),
    tags=("hypergammon2",),
    points={24: 1, 23: 1},
)
