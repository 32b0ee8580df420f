"""Hypergammon: backgammon with three checkers a side.

Source: bkgm.com; GNU Backgammon 1.07, whose position ID of the start is AACgAgAAKgAAAA.
"""

from ..words import gettext_lazy as _
from .base import Variant

HYPERGAMMON = Variant(
    code="hypergammon",
    name=_("Hypergammon"),
    description=_("Backgammon with three checkers a side."),
    tags=("hypergammon", "hypergammon3", "hyperbackgammon"),
    points={24: 1, 23: 1, 22: 1},
)
