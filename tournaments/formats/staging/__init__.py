"""Events of several stages, in which the places of one feed the next: what they are made of."""

from tournaments.pots import Drawing

from .format import Division, Staged, dealt_to_groups, divisions_of
from .inside import divided, lifted, shown
from .plan import Source, Stage

__all__ = [
    "Division",
    "Drawing",
    "Source",
    "Stage",
    "Staged",
    "dealt_to_groups",
    "divided",
    "divisions_of",
    "lifted",
    "shown",
]
