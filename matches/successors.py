"""When the next match of a player began: what closes the window for objections by some regulations.

Which match comes after which is for those to say who set them up.
"""

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet

from matches.models import Match
from matches.selectors import beginnings

Successors = Callable[[Match], QuerySet[Match]]

_registered: list[Successors] = []


def follow(successors: Successors) -> Successors:
    """Register a function that gives the matches of either player which come after one."""
    _registered.append(successors)
    return successors


def next_began_at(match: Match, decided_at: datetime) -> datetime | None:
    """When the first of the matches that come after `match` began, once that was decided.

    One that had begun before closes nothing: who is corrected while they play on may say something to it.
    """
    began = [moment for successors in _registered for moment in beginnings(successors(match)).values()]
    return min((moment for moment in began if moment >= decided_at), default=None)
