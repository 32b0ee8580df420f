"""How a solo game goes on until the player has something to decide, and what games come to. Pure."""

from .going_on import Scene, go_on, is_stuck
from .kinds import LENGTHS
from .standings import FEWEST_IN_LIST, MOST_RECENT, SoloOutcome, outcome_given_up, outcome_of, recent_mean
from .state import ListedStep, ListedTurn, SoloState, state_of

__all__ = [
    "FEWEST_IN_LIST",
    "LENGTHS",
    "MOST_RECENT",
    "ListedStep",
    "ListedTurn",
    "Scene",
    "SoloOutcome",
    "SoloState",
    "go_on",
    "is_stuck",
    "outcome_given_up",
    "outcome_of",
    "recent_mean",
    "state_of",
]
