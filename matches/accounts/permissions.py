"""Who may do what: one table of actions and roles. docs/roles.md shows it.

A role is always held towards a thing: the director of a tournament is a stranger to the next one.
Each room declares its actions, and what makes a role towards its rows (`Room.actions`, `Room.roles`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model

from matches.hooks import declared_by_rooms, declared_table

from .errors import NotAllowed, NotAuthenticated
from .models import User


class Role(StrEnum):
    STAFF = "staff"  # of the service: everything
    OWNER = "owner"  # of the club
    SCOREKEEPER = "scorekeeper"  # enters the results of a tournament
    DIRECTOR = "director"  # of the club or the tournament; of a match outside any, who set it up for others
    PLAYER = "player"  # plays on a side of the match; the person behind a player row, or a member
    REGISTRAR = "registrar"  # recorded a player, or runs the club that did; of a match, both its players
    LOGIN = "login"  # anybody with a login


# Whoever runs an event, or the club it is of.
OFFICIALS = frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF})

Caller = User | AnonymousUser

Resolver = Callable[[User, Any], Iterable[Role]]


@dataclass(frozen=True, slots=True)
class RoleSource:
    """A function that gives the roles a login holds towards a row of a model.

    `yields`: which they can be, where it is dear to find out. It is not asked by what wants none of them.
    """

    model: type[Model]
    resolve: Resolver
    yields: frozenset[Role] = frozenset(Role)


@cache
def allowed_roles() -> dict[str, frozenset[Role]]:
    """Every action, with the roles that may do it."""
    return declared_table(lambda room: room.actions)


@cache
def role_sources() -> dict[type[Model], list[RoleSource]]:
    """Who is asked for the roles towards a row, by its model."""
    found: dict[type[Model], list[RoleSource]] = defaultdict(list)
    for source in declared_by_rooms(lambda room: room.roles):
        found[source.model].append(source)
    return dict(found)


def roles_towards(user: Caller, thing: Any = None, wanted: Iterable[Role] = Role) -> set[Role]:
    """Every role `user` holds towards `thing`, of those wanted at least; empty for an anonymous caller."""
    return set(_roles_found(user, thing, wanted))


def _roles_found(user: Caller, thing: Any, wanted: Iterable[Role]) -> Iterator[Role]:
    """One after the other, as they are found out."""
    if not isinstance(user, User) or not user.is_active:
        return
    yield Role.LOGIN
    if user.is_staff:
        yield Role.STAFF
    for source in role_sources().get(type(thing), ()):
        if not source.yields.isdisjoint(wanted):
            yield from source.resolve(user, thing)


def may_do_action(user: Caller, action: str, thing: Any = None) -> bool:
    """Whether one of the roles allows it; looks no further than for the first that does."""
    allowed = allowed_roles()[action]
    return any(role in allowed for role in _roles_found(user, thing, allowed))


def require_permission(user: Caller, action: str, thing: Any = None) -> User:
    """The login, if it may do `action` to `thing`. Raises NotAuthenticated or NotAllowed."""
    if not isinstance(user, User):
        raise NotAuthenticated
    if not may_do_action(user, action, thing):
        allowed = sorted(allowed_roles()[action])
        raise NotAllowed(
            f"{user.username} may not do this ({action}); it takes one of these roles: {', '.join(allowed)}. "
            "Ask somebody who holds one.",
            action=action,
            roles=allowed,
        )
    return user
