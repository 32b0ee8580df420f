"""What apps above this one call brackets, and by what of theirs lists of matches are narrowed down."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import and_

from django.db.models import Q
from django.utils.functional import Promise

BracketName = Callable[[str], str | Promise]
Narrowing = Callable[[int], Q]

_names: list[BracketName] = []
_narrowings: dict[str, Narrowing] = {}


def names_brackets(bracket_name: BracketName) -> None:
    """Register a function that says what kinds of brackets are called; "" for those it does not know."""
    _names.append(bracket_name)


def narrows(name: str, condition: Narrowing) -> None:
    """Register a filter: `condition(5)` holds for the matches of the club, the tournament 5."""
    _narrowings[name] = condition


def bracket_name(code: str) -> str:
    """What a kind of bracket is called; its code where nobody has a name for it."""
    return next((str(name) for named in _names if (name := named(code))), code)


def narrowed(by: Mapping[str, int]) -> Q:
    """The condition of several filters together, by name."""
    return reduce(and_, (_narrowings[name](number) for name, number in by.items()), Q())
