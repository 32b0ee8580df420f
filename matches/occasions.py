"""Where matches were played: at which event, in what kind of bracket. Who set them up says so.

Apps above this one register what they know (`occasions`) and by what of theirs lists of matches are narrowed
down (`narrows`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_

from django.db.models import Q, QuerySet
from django.utils.functional import Promise

from matches.models import Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a match was part of: `event` by number, name and page, and `bracket`, the kind of its part."""

    event: int
    name: str
    address: str
    bracket: str


Occasions = Callable[[QuerySet[Match]], Mapping[int, Occasion]]
BracketName = Callable[[str], str | Promise]
Narrowing = Callable[[int], Q]

_registered: list[tuple[Occasions, BracketName]] = []
_narrowings: dict[str, Narrowing] = {}


def occasions(found: Occasions, bracket_name: BracketName) -> None:
    """Register a function that gives, by match, the occasions it knows; and what brackets are called."""
    _registered.append((found, bracket_name))


def narrows(name: str, condition: Narrowing) -> None:
    """Register a filter: `condition(5)` holds for the matches of the club, the tournament 5."""
    _narrowings[name] = condition


def occasions_of(matches: QuerySet[Match]) -> dict[int, Occasion]:
    """The occasions of matches, by number: one query of each who registered."""
    return {number: each for found, _ in _registered for number, each in found(matches).items()}


def bracket_name(code: str) -> str:
    """What a kind of bracket is called; its code where nobody has a name for it."""
    return next((str(name) for _, named in _registered if (name := named(code))), code)


def narrowed(by: Mapping[str, int]) -> Q:
    """The condition of several filters together, by name."""
    return reduce(and_, (_narrowings[name](number) for name, number in by.items()), Q())
