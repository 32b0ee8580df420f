"""Games whose rules no source tells fully: scores of them are reported, transcripts are not judged.

What is not known of them is left as wide as in backgammon, so that no score is refused that could be right.
"""

from .base import Scored

CROWDED = Scored(code="crowded", name="Crowded Backgammon", tags=("crowded", "crowdedbackgammon"))
CLONING = Scored(code="cloning", name="Cloning Backgammon", tags=("cloning", "cloningbackgammon"))
GRASSHOPPER = Scored(code="grasshopper", name="Grasshopper", tags=("grasshopper",), cube=False)
