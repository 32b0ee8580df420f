"""What stands against a merge, what it changes, what follows it: a registry for the apps above this one.

`matches` knows who met whom at a board; an app above it adds where two cannot be one (`kept_apart_by`), what
else is counted in a preview (`counted_by`), and what is due when a merge was made or undone (`followed_by`).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matches.models import Merge

Records = Sequence[int]
"""Numbers of the records of somebody: the player's own, those it stands in for, pairs and teams of any."""

Check = Callable[[Records, Records], str | None]
Count = Callable[[Records], int]
Follower = Callable[["Merge"], None]

_checks: list[Check] = []
_counts: dict[str, Count] = {}
_followers: list[Follower] = []


def kept_apart_by(check: Check) -> Check:
    """Register a function that says why the records of two cannot be one person's, or None."""
    _checks.append(check)
    return check


def counted_by(name: str) -> Callable[[Count], Count]:
    """Register a function that counts what hangs on records; `name` is what the preview calls it."""

    def register(count: Count) -> Count:
        _counts[name] = count
        return count

    return register


def followed_by(follower: Follower) -> Follower:
    """Register a function that makes due what follows a merge, or its undoing; called in its transaction."""
    _followers.append(follower)
    return follower


def apart(one: Records, two: Records) -> str | None:
    """The first reason why two cannot be one."""
    return next((reason for check in _checks if (reason := check(one, two))), None)


def counts(records: Records) -> dict[str, int]:
    return {name: count(records) for name, count in _counts.items()}


def follow(merge: "Merge") -> None:
    for follower in _followers:
        follower(merge)
