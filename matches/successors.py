"""When the next match of a player began: what closes the window for objections by some regulations.

Which match comes after which is for those to say who set them up.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Min, QuerySet

if TYPE_CHECKING:
    from matches.models import Match

Successors = Callable[["Match"], "QuerySet[Match]"]

_registered: list[Successors] = []


def follow(successors: Successors) -> Successors:
    """Register a function that gives the matches of either player which come after one."""
    _registered.append(successors)
    return successors


def next_began_at(match: "Match") -> datetime | None:
    """When the first of the matches that come after `match` began: its first report or its first game."""
    began: Iterable[datetime | None] = (
        moment
        for successors in _registered
        for moment in successors(match)
        .aggregate(report=Min("reports__recorded_at"), game=Min("live_games__recorded_at"))
        .values()
    )
    return min((moment for moment in began if moment is not None), default=None)
