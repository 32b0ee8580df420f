"""What makes a role towards a match."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Role, roles_towards
from matches.hooks import match_stakes
from matches.play.models import Match
from matches.players.models import Player


def directed_matches(user: User) -> QuerySet[Match]:
    """The matches towards which `user` is director, owner or staff: the same as its roles towards each."""
    if user.is_staff:
        return Match.objects.all()
    # One condition after the other: joins for the one must not drop what the other keeps.
    found = [condition for stake in match_stakes() if (condition := stake.directed_matches(user)) is not None]
    numbers = [Match.objects.filter(condition).values("pk") for condition in found]
    return Match.objects.filter(reduce(or_, (Q(pk__in=some) for some in numbers)))


def player_director(user: User, player: Player) -> Iterable[Role]:
    records = Player.objects.records_of(player.pk)
    if directed_matches(user).filter(Q(one__in=records) | Q(two__in=records)).exists():
        yield Role.DIRECTOR


def match_roles(user: User, match: Match) -> Iterable[Role]:
    if match.side_of(user) is not None:
        yield Role.PLAYER
    elif match.created_by_id == user.pk:
        yield Role.DIRECTOR


def match_registrars(user: User, match: Match) -> Iterable[Role]:
    if all(Role.REGISTRAR in roles_towards(user, player, {Role.REGISTRAR}) for player in match.players):
        yield Role.REGISTRAR
