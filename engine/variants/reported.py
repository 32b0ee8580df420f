"""Games whose rules no source gives fully: scores of them are reported, transcripts are not judged.

What is not known of them is left as wide as in backgammon, so that no score is refused that could be right.
"""

from ..words import gettext_lazy as _
from .base import ScoredVariant

UNREFEREED = _("The referee does not know its rules: scores are reported, transcripts are not.")

CROWDED = ScoredVariant(
    code="crowded",
    name=_("Crowded Backgammon"),
    description=UNREFEREED,
    tags=("crowded", "crowdedbackgammon"),
)
CLONING = ScoredVariant(
    code="cloning",
    name=_("Cloning Backgammon"),
    description=UNREFEREED,
    tags=("cloning", "cloningbackgammon"),
)
GRASSHOPPER = ScoredVariant(
    code="grasshopper", name=_("Grasshopper"), description=UNREFEREED, tags=("grasshopper",), cube=False
)
