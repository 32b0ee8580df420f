"""Events of several stages, in which the places of one feed the next: what they are made of."""

from tournaments.formats.seeding.pots import Drawing

from .division import Divided, SubEvent
from .format import Staged, dealt_to_groups, divisions_of
from .inside import divide_history
from .plan import Source, Stage

__all__ = [
    "Divided",
    "Drawing",
    "Source",
    "Stage",
    "Staged",
    "SubEvent",
    "dealt_to_groups",
    "divide_history",
    "divisions_of",
]
