"""When the next match of a player began: what closes the window for objections by some regulations.

Which match comes after which is for those to say who set them up.
"""

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet

from matches.models import Match
from matches.selectors import began_at

Successors = Callable[[Match], QuerySet[Match]]

_registered: list[Successors] = []


def follow(successors: Successors) -> Successors:
    """Register a function that gives the matches of either player which come after one."""
    _registered.append(successors)
    return successors


def next_began_at(match: Match) -> datetime | None:
    """When the first of the matches that come after `match` began."""
    began = (began_at(successors(match)) for successors in _registered)
    return min((moment for moment in began if moment is not None), default=None)
