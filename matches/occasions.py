"""What apps above this one call brackets."""

from collections.abc import Callable

from django.utils.functional import Promise

BracketName = Callable[[str], str | Promise]

_names: list[BracketName] = []


def names_brackets(bracket_name: BracketName) -> None:
    """Register a function that says what kinds of brackets are called; "" for those it does not know."""
    _names.append(bracket_name)


def bracket_name(code: str) -> str:
    """What a kind of bracket is called; its code where nobody has a name for it."""
    return next((str(name) for named in _names if (name := named(code))), code)
