"""Closing a login for good: what names its owner goes, what it recorded stays under its number."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.accounts.services import login_wipe, password_is_own
from matches.players.errors import LoginTaken, NotConfirmed
from matches.players.models import Claim, Player
from matches.players.words import LOGIN_CLOSED
from matches.work.turns import Turn, take_turns

from .claims import claim_answer_write, claiming_login_lock


@transaction.atomic
def login_close(*, actor: User, confirmation: str, now: datetime | None = None) -> None:
    """Close the caller's own login, of which no player depends; at once, and it cannot be undone.

    `confirmation` is its password, or the username of a login that has none. Raises NotConfirmed; LoginTaken
    where it speaks for a player; LastOwner where a club would be left without one.
    """
    now = now or timezone.now()
    require_permission(actor, "login_close")
    take_turns(Turn.PLAYERS)
    claiming_login_lock(actor.pk)
    own = Player.objects.filter(user=actor).first()
    if own is not None:
        raise LoginTaken(
            "%(actor)s is %(own)s (player %(own_number)s). Anonymise the player, which closes the login too.",
            {"actor": actor.username, "own": own.name, "own_number": own.pk},
            player=own.pk,
        )
    check_closing_confirmed(actor, confirmation)
    for claim in Claim.objects.pending().filter(recorded_by=actor):
        claim_answer_write(claim, actor, agrees=False, reason=LOGIN_CLOSED, now=now)
    login_empty(actor)


def check_closing_confirmed(actor: User, confirmation: str) -> None:
    """Raises NotConfirmed."""
    if actor.has_usable_password():
        confirmed = password_is_own(None, actor, confirmation)
    else:
        confirmed = confirmation.strip() == actor.username
    if not confirmed:
        raise NotConfirmed(
            "This cannot be undone. To confirm it, type your password; the username, if the login has none."
        )


def login_empty(login: User) -> None:
    """Take from a locked login what it runs and what names its owner."""
    for stake in hooks.player_stakes():
        stake.close_login(login)
    login_wipe(login)
