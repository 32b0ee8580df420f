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

from engine.words import gettext_lazy as _
from matches.base.errors import CodeWord
from matches.hooks import declared_by_rooms, declared_table

from .errors import MissingScope, NotAllowed, NotAuthenticated, OutsideToken
from .models import User
from .rules.reach import Place, Reach, current_reach


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


@dataclass(frozen=True, slots=True)
class PlaceSource:
    """A function that says what a row belongs to: clubs and tournaments, by kind and number.

    A token that is limited to one reaches what belongs to it. What no source knows belongs to none.
    limits: whether tokens may be limited to such a row itself.
    """

    model: type[Model]
    resolve: Callable[[Any], Iterable[Place]]
    limits: bool = False


@dataclass(frozen=True, slots=True)
class Delegation:
    """For whom the login of a service account acts, and where: with a role that is never above theirs."""

    principal: User
    place: Place
    role: Role


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
    """One after the other, as they are found out; as far as the token of the request reaches."""
    if not isinstance(user, User) or not user.is_active:
        return
    reach = reach_of(user)
    if reach is None:
        yield from _roles_held(user, thing, wanted)
    elif reach.covers(places_of(thing) if reach.place else ()):
        yield from (role for role in _roles_held(user, thing, wanted) if reach.carries(role))


def _roles_held(user: User, thing: Any, wanted: Iterable[Role]) -> Iterator[Role]:
    """Those of the login itself, or those that are left to a service account."""
    if user.is_service:
        yield from _roles_delegated(user, thing)
        return
    yield Role.LOGIN
    if user.is_staff:
        yield Role.STAFF
    yield from _roles_declared(user, thing, wanted)


def _roles_declared(user: User, thing: Any, wanted: Iterable[Role]) -> Iterator[Role]:
    for source in role_sources().get(type(thing), ()):
        if not source.yields.isdisjoint(wanted):
            yield from source.resolve(user, thing)


# What a program is never left: it plays nothing, appoints nobody, and is not staff.
DELEGATED = frozenset({Role.DIRECTOR, Role.SCOREKEEPER, Role.REGISTRAR})


def _roles_delegated(user: User, thing: Any) -> Iterator[Role]:
    """What whoever answers for a service account holds at this moment, as far as it is left to it."""
    delegation = delegation_of(user)
    if delegation is None or delegation.place not in places_of(thing):
        return
    held = set(_roles_declared(delegation.principal, thing, Role))
    if not held.isdisjoint({Role.OWNER, Role.DIRECTOR}):
        held |= {Role.DIRECTOR, Role.SCOREKEEPER}
    yield from held & (DELEGATED if delegation.role == Role.DIRECTOR else {Role.SCOREKEEPER})


def delegation_of(user: User) -> Delegation | None:
    """For whom a service account acts now; None where it has ended, or nobody answers for it any more."""
    found = (room.delegation(user) for room in declared_by_rooms(lambda room: [room]) if room.delegation)
    return next((each for each in found if each is not None), None)


def person_behind(user: User) -> User:
    """The login itself, or who answers for it where it is a service account's."""
    delegation = delegation_of(user) if user.is_service else None
    return user if delegation is None else delegation.principal


# -- Where


@cache
def place_sources() -> dict[type[Model], list[PlaceSource]]:
    """Who is asked what a row belongs to, by its model."""
    found: dict[type[Model], list[PlaceSource]] = defaultdict(list)
    for source in declared_by_rooms(lambda room: room.places):
        found[source.model].append(source)
    return dict(found)


def places_of(thing: Any) -> set[Place]:
    """The clubs and tournaments that a row belongs to; none for what no room knows."""
    return {place for source in place_sources().get(type(thing), ()) for place in source.resolve(thing)}


def place_model(kind: str) -> type[Model]:
    """The model of what tokens may be limited to, by its name."""
    return next(
        source.model
        for sources in place_sources().values()
        for source in sources
        if source.limits and source.model._meta.model_name == kind
    )


def reach_of(user: User) -> Reach | None:
    """How far the token of this request reaches, if it stands for this login."""
    reach = current_reach()
    return reach if reach is not None and reach.login == user.pk else None


def require_within(user: Caller, thing: Any) -> None:
    """For what goes by no role. Raises OutsideToken where the token is limited to something else."""
    reach = reach_of(user) if isinstance(user, User) else None
    if reach is not None and reach.place is not None and not reach.covers(places_of(thing)):
        raise outside_token(reach)


def outside_token(reach: Reach) -> OutsideToken:
    kind, number = reach.place or ("", 0)
    return OutsideToken(
        "The token is limited to the %(kind)s %(number)s, and this belongs to something else. Send a token "
        "that is not, or one of that.",
        {"kind": CodeWord(kind, "token_place"), "number": number},
        **{kind: number},
    )


# -- Actions


def may_do_action(user: Caller, action: str, thing: Any = None) -> bool:
    """Whether one of the roles allows it; looks no further than for the first that does."""
    allowed = allowed_roles()[action]
    return any(role in allowed for role in _roles_found(user, thing, allowed))


def require_permission(user: Caller, action: str, thing: Any = None) -> User:
    """The login, if it may do `action` to `thing`. Raises NotAuthenticated or NotAllowed."""
    if not isinstance(user, User):
        raise NotAuthenticated
    if not may_do_action(user, action, thing):
        require_within(user, thing)
        require_scope_of_roles(user, thing, allowed_roles()[action])
        allowed = sorted(allowed_roles()[action])
        raise NotAllowed(
            "%(user)s may not do this (%(action)s); it takes one of these roles: %(allowed)s. Ask somebody "
            "who holds one.",
            {
                "user": user.shown_name,
                "action": action,
                "allowed": [CodeWord(role, "permission_role") for role in allowed],
            },
            action=action,
            roles=allowed,
        )
    return user


def require_scope_of_roles(user: User, thing: Any, roles: Iterable[Role]) -> None:
    """Raises MissingScope where the login holds one of the roles, and the token does not carry it."""
    reach, wanted = reach_of(user), set(roles)
    if reach is None:
        return
    role = next((role for role in _roles_held(user, thing, wanted) if role in wanted), None)
    if role is not None and not reach.carries(role):
        raise missing_scope(reach.scope_for(role), reach.scopes)


def missing_scope(needed: str, scopes: Iterable[str]) -> MissingScope:
    held = sorted(scopes)
    return MissingScope(
        "This takes the scope %(needed)s; the token has %(held)s.",
        {"needed": needed, "held": held or _("none")},
        needed=needed,
        scopes=held,
    )
