"""Nackgammon: backgammon from another start, with four checkers back instead of two.

Source: bkgm.com; GNU Backgammon 1.07, whose position ID of the start is 4Dl4ADbgOXgANg.
"""

from ..words import gettext_lazy as _
from .base import Variant

NACKGAMMON = Variant(
    code="nackgammon",
    name=_("Nackgammon"),
    description=_("Backgammon with four checkers back instead of two."),
    tags=("nackgammon",),
    points={24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
)
