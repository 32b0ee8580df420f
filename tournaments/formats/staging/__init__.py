"""Events of several stages, in which the places of one feed the next: what they are made of."""

from .format import Staged
from .plan import Drawing, Source, Stage

__all__ = ["Drawing", "Source", "Stage", "Staged"]
