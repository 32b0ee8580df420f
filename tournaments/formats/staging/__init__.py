"""Events of several stages, in which the places of one feed the next: what they are made of."""

from .format import Division, Staged, divisions_of
from .inside import divided, lifted, shown
from .plan import Drawing, Source, Stage

__all__ = ["Division", "Drawing", "Source", "Stage", "Staged", "divided", "divisions_of", "lifted", "shown"]
