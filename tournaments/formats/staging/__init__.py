"""Events of several stages, in which the places of one feed the next: what they are made of."""

from tournaments.formats.seeding.pots import Drawing

from .division import Divided, Division
from .format import Staged, dealt_to_groups, divisions_of
from .inside import divided
from .plan import Source, Stage

__all__ = [
    "Divided",
    "Division",
    "Drawing",
    "Source",
    "Stage",
    "Staged",
    "dealt_to_groups",
    "divided",
    "divisions_of",
]
