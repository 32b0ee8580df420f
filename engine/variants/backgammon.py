"""Standard backgammon."""

from ..words import gettext_lazy as _
from ..words import pgettext_lazy
from .base import Variant

BACKGAMMON = Variant(
    code="backgammon",
    name=pgettext_lazy("variant", "Backgammon"),
    description=_("Backgammon as everybody plays it."),
    tags=("backgammon", "standard"),
    points={24: 2, 13: 5, 8: 3, 6: 5},
)
