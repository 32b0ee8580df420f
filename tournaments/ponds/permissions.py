"""What makes a role towards a pond and its entries."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.accounts.rules.reach import Place
from matches.players.models import Player
from tournaments.clubs.permissions import club_roles

from .models import Pond, PondEntry


def pond_officials(user: User, pond: Pond) -> Iterable[Role]:
    yield from club_roles(user, pond.club)
    if pond.director_id == user.pk:
        yield Role.DIRECTOR


def pond_roles(user: User, pond: Pond) -> Iterable[Role]:
    yield from pond_officials(user, pond)
    if pond.entries.not_withdrawn().filter(player__in=Player.objects.of_login(user)).exists():
        yield Role.PLAYER


def pond_entry_roles(user: User, entry: PondEntry) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from pond_officials(user, entry.pond)


def pond_places(pond: Pond) -> Iterable[Place]:
    yield "club", pond.club_id


def pond_entry_places(entry: PondEntry) -> Iterable[Place]:
    return pond_places(entry.pond)
