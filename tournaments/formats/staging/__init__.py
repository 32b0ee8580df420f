"""Events of several stages, in which the places of one feed the next: what they are made of."""

from tournaments.formats.seeding.pots import Drawing

from .division import Divided, SubEvent
from .format import Staged, divisions_of_stages, entries_dealt_to_groups, slots_planned_in_stage
from .inside import divide_staged_history
from .plan import Source, Stage

__all__ = [
    "Divided",
    "Drawing",
    "Source",
    "Stage",
    "Staged",
    "SubEvent",
    "divide_staged_history",
    "divisions_of_stages",
    "entries_dealt_to_groups",
    "slots_planned_in_stage",
]
