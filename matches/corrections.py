"""What follows from a match being decided otherwise: a registry for those who have something at stake.

`matches` knows the match and the ratings; an app above it, whose fixtures or places depend on results, adds a
follower, as it does with matches.live.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from matches.deciding import Decision

if TYPE_CHECKING:
    from matches.models import Match


@dataclass(frozen=True, slots=True)
class Consequence:
    """What would change.

    displaced: matches, by number, that would no longer count (True) or count again (False).
    parts: rows to be shown, by the name of what they are about, such as "fixtures"; plain JSON.
    """

    displaced: Mapping[int, bool] = field(default_factory=dict)
    parts: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


class Follower(Protocol):
    """Somebody to whom it matters how a match was decided."""

    def lock(self, match_id: int) -> None:
        """Lock whatever of one's own must stand still while the match is corrected; comes before its lock."""
        ...

    def consequence(self, match: "Match", would: Decision) -> Consequence:
        """What would change if the match stood like that."""
        ...


_followers: list[Follower] = []


def follows(follower: Follower) -> None:
    _followers.append(follower)


def lock(match_id: int) -> None:
    """Every lock that comes before that of a match which is to be corrected."""
    for follower in _followers:
        follower.lock(match_id)


def consequence(match: "Match", would: Decision) -> Consequence:
    """What would change everywhere if a match stood as `would` says."""
    displaced: dict[int, bool] = {}
    parts: dict[str, Sequence[Mapping[str, Any]]] = {}
    for follower in _followers:
        found = follower.consequence(match, would)
        displaced.update(found.displaced)
        parts.update(found.parts)
    return Consequence(displaced, parts)
