"""Standard backgammon."""

from .base import Variant

BACKGAMMON = Variant(
    code="backgammon",
    name="Backgammon",
    tags=("backgammon", "standard"),
    points={24: 2, 13: 5, 8: 3, 6: 5},
)
