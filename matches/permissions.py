"""Who may do what: one table of actions and roles. docs/roles.md shows it.

A role is always held towards a thing: the director of a tournament is a stranger to the next one.
Apps above this one add what makes a role (`@holds(Model)`), never a second table.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from matches.errors import NotAllowed, NotAuthenticated
from matches.models import Match, Player, User


class Role(StrEnum):
    STAFF = "staff"  # of the service: everything
    OWNER = "owner"  # of the club
    SCOREKEEPER = "scorekeeper"  # enters the results of a tournament
    DIRECTOR = "director"  # of the club or the tournament; of a match outside any, who set it up for others
    PLAYER = "player"  # plays on a side of the match; the person a player row stands for, or a member
    KEEPER = "keeper"  # entered a player for whom no login speaks; of a match, both its players
    LOGIN = "login"  # anybody with a login


POLICY: dict[str, frozenset[Role]] = {
    "player_create": frozenset({Role.LOGIN}),
    "player_edit": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
    "player_claim": frozenset({Role.LOGIN}),
    "claim_answer": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "player_release": frozenset({Role.STAFF}),
    "players_merge": frozenset({Role.STAFF}),
    "player_export": frozenset({Role.PLAYER, Role.STAFF}),
    "player_anonymise": frozenset({Role.PLAYER, Role.STAFF}),
    "match_create": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
    "match_rate": frozenset({Role.KEEPER, Role.STAFF}),
    "dice_scrutinise": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "match_report": frozenset({Role.PLAYER, Role.SCOREKEEPER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "match_rule": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "match_schedule": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "penalty_give": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "fact_identify": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "pool_open": frozenset({Role.STAFF}),
    "pool_keep": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "results_import": frozenset({Role.STAFF}),
    "club_pool_open": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "club_create": frozenset({Role.LOGIN}),
    "club_appoint": frozenset({Role.OWNER, Role.STAFF}),
    "members_keep": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "membership_apply": frozenset({Role.PLAYER}),
    "membership_end": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "tournament_create": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "tournament_direct": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "league_create": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "league_direct": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "entry_add": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "line_up_set": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "entry_check_in": frozenset({Role.PLAYER, Role.SCOREKEEPER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "entry_withdraw": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "pond_create": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "pond_direct": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "pond_enter": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "pond_bid": frozenset({Role.PLAYER}),
    "ladder_create": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "ladder_direct": frozenset({Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "ladder_join": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "challenge_make": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
    "challenge_answer": frozenset({Role.PLAYER, Role.DIRECTOR, Role.OWNER, Role.STAFF}),
}

Caller = User | AnonymousUser
Resolver = Callable[[User, Any], Iterable[Role]]

_resolvers: dict[type, list[tuple[frozenset[Role], Resolver]]] = {}
_directed: list[Callable[[User], Q]] = []


def holds(model: type, *yields: Role) -> Callable[[Resolver], Resolver]:
    """Register a function that yields the roles a login holds towards a `model`.

    Which they can be, where it is dear to find out: it is asked by nothing that wants none of them.
    """

    def register(resolver: Resolver) -> Resolver:
        _resolvers.setdefault(model, []).append((frozenset(yields or Role), resolver))
        return resolver

    return register


def roles(user: Caller, thing: Any = None, wanted: Iterable[Role] = Role) -> set[Role]:
    """Every role `user` holds towards `thing`, of those wanted at least; empty for an anonymous caller."""
    if not isinstance(user, User) or not user.is_active:
        return set()
    held = {Role.LOGIN} | ({Role.STAFF} if user.is_staff else set())
    for yields, resolver in _resolvers.get(type(thing), ()):
        if not yields.isdisjoint(wanted):
            held.update(resolver(user, thing))
    return held


def may(user: Caller, action: str, thing: Any = None) -> bool:
    return bool(POLICY[action] & roles(user, thing, POLICY[action]))


def require(user: Caller, action: str, thing: Any = None) -> User:
    """The login, if it may do `action` to `thing`. Raises NotAuthenticated or NotAllowed."""
    if not isinstance(user, User):
        raise NotAuthenticated
    if not may(user, action, thing):
        needed = ", ".join(sorted(POLICY[action]))
        raise NotAllowed(
            f"{user.username} may not do this ({action}); it takes one of these roles: {needed}. "
            "Ask somebody who holds one.",
            action=action,
            roles=sorted(POLICY[action]),
        )
    return user


def directs(matches: Callable[[User], Q]) -> Callable[[User], Q]:
    """Register a function that says which matches a login directs, or owns the club of: `holds` for lists."""
    _directed.append(matches)
    return matches


def directed_matches(user: User) -> QuerySet[Match]:
    """The matches towards which `user` is director, owner or staff."""
    if user.is_staff:
        return Match.objects.all()
    # One condition after the other: joins for the one must not drop what the other keeps.
    numbers = [Match.objects.filter(matches(user)).values("pk") for matches in _directed]
    return Match.objects.filter(reduce(or_, (Q(pk__in=some) for some in numbers)))


@holds(Player)
def player_roles(user: User, player: Player) -> Iterable[Role]:
    logins = player.logins
    if user.pk in logins:
        yield Role.PLAYER
    elif not logins and player.created_by_id == user.pk:
        yield Role.KEEPER


@holds(Player, Role.DIRECTOR)
def player_director(user: User, player: Player) -> Iterable[Role]:
    records = Player.objects.records_of(player.pk)
    if directed_matches(user).filter(Q(one__in=records) | Q(two__in=records)).exists():
        yield Role.DIRECTOR


@directs
def matches_set_up(user: User) -> Q:
    own = Player.objects.of_login(user)
    return Q(created_by=user) & ~Q(one__in=own) & ~Q(two__in=own)


@holds(Match)
def match_roles(user: User, match: Match) -> Iterable[Role]:
    if match.side_of(user) is not None:
        yield Role.PLAYER
    elif match.created_by_id == user.pk:
        yield Role.DIRECTOR
    if all(Role.KEEPER in player_roles(user, player) for player in match.players):
        yield Role.KEEPER
