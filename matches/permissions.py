"""Who may do what: one table of actions and roles. docs/roles.md shows it.

A role is always held towards a thing: the director of a tournament is a stranger to the next one.
Apps above this one add what makes a role (`@holds(Model)`), never a second table.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AnonymousUser

from matches.errors import NotAllowed, NotAuthenticated
from matches.models import Match, Player, User


class Role(StrEnum):
    STAFF = "staff"  # of the service: everything
    OWNER = "owner"  # of the club
    DIRECTOR = "director"  # of the club or the tournament; of a match outside any, who set it up for others
    PLAYER = "player"  # a side of the match; the person a player row stands for
    KEEPER = "keeper"  # entered a player who has no login; of a match, both its players
    LOGIN = "login"  # anybody with a login


POLICY: dict[str, frozenset[Role]] = {
    "player_create": frozenset({Role.LOGIN}),
    "player_edit": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
    "match_create": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
    "match_rate": frozenset({Role.KEEPER, Role.STAFF}),
    "match_report": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "club_create": frozenset({Role.LOGIN}),
    "club_appoint": frozenset({Role.OWNER, Role.STAFF}),
    "tournament_create": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "tournament_direct": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "entry_add": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "entry_withdraw": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
}

Caller = User | AnonymousUser
Resolver = Callable[[User, Any], Iterable[Role]]

_resolvers: dict[type, list[Resolver]] = {}


def holds(model: type) -> Callable[[Resolver], Resolver]:
    """Register a function that yields the roles a login holds towards a `model`."""

    def register(resolver: Resolver) -> Resolver:
        _resolvers.setdefault(model, []).append(resolver)
        return resolver

    return register


def roles(user: Caller, thing: Any = None) -> set[Role]:
    """Every role `user` holds towards `thing`; empty for an anonymous caller."""
    if not isinstance(user, User) or not user.is_active:
        return set()
    held = {Role.LOGIN} | ({Role.STAFF} if user.is_staff else set())
    for resolver in _resolvers.get(type(thing), ()):
        held.update(resolver(user, thing))
    return held


def may(user: Caller, action: str, thing: Any = None) -> bool:
    return bool(POLICY[action] & roles(user, thing))


def require(user: Caller, action: str, thing: Any = None) -> User:
    """The login, if it may do `action` to `thing`. Raises NotAuthenticated or NotAllowed."""
    if not isinstance(user, User):
        raise NotAuthenticated
    if not may(user, action, thing):
        needed = ", ".join(sorted(POLICY[action]))
        raise NotAllowed(
            f"{user.username} may not do this ({action}); it takes one of these roles: {needed}.",
            action=action,
            roles=sorted(POLICY[action]),
        )
    return user


@holds(Player)
def player_roles(user: User, player: Player) -> Iterable[Role]:
    if player.user_id == user.pk:
        yield Role.PLAYER
    elif player.user_id is None and player.created_by_id == user.pk:
        yield Role.KEEPER


@holds(Match)
def match_roles(user: User, match: Match) -> Iterable[Role]:
    if user.pk in (match.one.user_id, match.two.user_id):
        yield Role.PLAYER
    elif match.created_by_id == user.pk:
        yield Role.DIRECTOR
    if all(Role.KEEPER in player_roles(user, player) for player in match.players):
        yield Role.KEEPER
