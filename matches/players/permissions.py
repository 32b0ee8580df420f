"""What makes a role towards a player, and towards the end of what names it."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.hooks import registrar_name
from matches.players.models import AnonymisationRequest, Player


def player_roles(user: User, player: Player) -> Iterable[Role]:
    """A player that no club recorded is kept by the login that did, until another speaks for it."""
    logins = player.logins
    if user.pk in logins:
        yield Role.PLAYER
    elif not logins and player.created_by_id == user.pk and not registrar_name(player):
        yield Role.REGISTRAR


def anonymisation_roles(user: User, request: AnonymisationRequest) -> Iterable[Role]:
    if user.pk in request.player.logins:
        yield Role.PLAYER
