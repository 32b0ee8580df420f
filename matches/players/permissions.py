"""What makes a role towards a player, and towards the end of what names it."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role, roles_towards
from matches.hooks import registrar_name
from matches.players.models import AnonymisationRequest, Invitation, Player


def player_roles(user: User, player: Player) -> Iterable[Role]:
    """A player that no club recorded is kept by the login that did, until another speaks for it."""
    logins = player.logins
    if user.pk in logins:
        yield Role.PLAYER
    elif not logins and player.created_by_id == user.pk and not registrar_name(player):
        yield Role.REGISTRAR


def invitation_roles(user: User, invitation: Invitation) -> Iterable[Role]:
    """The person who is asked; for who has no login the registrar, or staff."""
    if invitation.player is None:
        if invitation.login_id == user.pk:
            yield Role.PLAYER
        return
    player = invitation.player.effective_player
    if user.pk in player.logins:
        yield Role.PLAYER
    elif not player.logins and (
        user.is_staff or Role.REGISTRAR in roles_towards(user, player, {Role.REGISTRAR})
    ):
        yield Role.REGISTRAR


def anonymisation_roles(user: User, request: AnonymisationRequest) -> Iterable[Role]:
    if user.pk in request.player.logins:
        yield Role.PLAYER
