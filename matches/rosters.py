"""What binds the members of a pair or a team: a registry for those in whose events it is entered.

`matches` knows that a pair has played; an app above it, where pairs and teams are entered, adds what binds
them there, as it does with matches.corrections.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from matches.models import Player


class Binder(Protocol):
    """Somebody to whom it matters who belongs to a pair or a team."""

    def lock(self, group_id: int) -> None:
        """Lock whatever of one's own must stand still while members change; comes before their lock."""
        ...

    def binds(self, group: "Player", joining: Sequence["Player"]) -> bool:
        """Whether the group is entered; raises where one of `joining` cannot join it."""
        ...


_binders: list[Binder] = []


def bound_by(binder: Binder) -> None:
    _binders.append(binder)


def lock(group_id: int) -> None:
    """Every lock that comes before that of a pair or a team whose members are to change."""
    for binder in _binders:
        binder.lock(group_id)


def is_bound(group: "Player", joining: Sequence["Player"]) -> bool:
    """Whether a pair or a team is entered anywhere; raises where one of `joining` cannot join it."""
    bound = [binder.binds(group, joining) for binder in _binders]
    return any(bound)
