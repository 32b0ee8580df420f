"""What makes a role towards a player."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.players.models import Player


def player_roles(user: User, player: Player) -> Iterable[Role]:
    logins = player.logins
    if user.pk in logins:
        yield Role.PLAYER
    elif not logins and player.created_by_id == user.pk:
        yield Role.REGISTRAR
