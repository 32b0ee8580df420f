"""What the page of a player shows beside matches and ratings: a registry for the apps above this one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from matches.permissions import Caller

if TYPE_CHECKING:
    from matches.models import Player

Context = Callable[["Player", Caller], dict[str, Any]]

_panels: list[tuple[str, Context]] = []


def panel(template: str) -> Callable[[Context], Context]:
    """Register a part of the page: its template, and the function that says what is in it."""

    def register(context: Context) -> Context:
        _panels.append((template, context))
        return context

    return register


def panels(player: "Player", viewer: Caller) -> list[tuple[str, dict[str, Any]]]:
    return [(template, context(player, viewer)) for template, context in _panels]
