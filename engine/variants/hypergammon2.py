"""Hypergammon with two checkers a side, as GNU Backgammon 1.07 knows it."""

from .base import Variant

HYPERGAMMON2 = Variant(
    code="hypergammon2",
    name="Hypergammon with two checkers",
    tags=("hypergammon2",),
    points={24: 1, 23: 1},
)
