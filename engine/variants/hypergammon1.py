"""Hypergammon with a single checker a side, as GNU Backgammon 1.07 knows it."""

from .base import Variant

HYPERGAMMON1 = Variant(
    code="hypergammon1",
    name="Hypergammon with one checker",
    tags=("hypergammon1",),
    points={24: 1},
)
