"""Hypergammon with a single checker a side, as GNU Backgammon 1.07 knows it."""

from ..words import gettext_lazy as _
from .base import Variant

HYPERGAMMON1 = Variant(
    code="hypergammon1",
    name=_("Hypergammon with one checker"),
    description=_("Backgammon with one checker a side."),
    tags=("hypergammon1",),
    points={24: 1},
)
