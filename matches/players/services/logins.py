"""Which login speaks for a player: attached, and taken from it again."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.players.errors import LoginTaken, NoLogin, NoOwnLogin, ProfileHasResults
from matches.players.models import Claim, LoginAttachment, Player, Release
from matches.players.selectors import player_has_results

from .presence import check_player_present


def login_attach(
    player: Player, login: User, *, actor: User | None, claim: Claim | None = None, now: datetime
) -> LoginAttachment:
    """Make a login speak for a locked player from now on. Raises LoginTaken."""
    player.user = login
    save_player(player)
    return LoginAttachment.objects.create(
        player=player, login=login, claim=claim, recorded_by=actor, recorded_at=now
    )


def own_login_attach(actor: User, player: Player, user: User | None, now: datetime) -> None:
    """Make `user` a saved player's login, as itself or as staff asks for it.

    Raises NoOwnLogin, NotAllowed, LoginTaken; ProfileHasResults for what is claimed instead.
    """
    if user is None or player.user_id == user.pk:
        return
    if player.kind != Player.Kind.PERSON:
        raise NoOwnLogin(
            "%(player)s is a %(kind)s: the logins of its members speak for it. Attach %(user)r to one of "
            "them.",
            {"player": player.name, "kind": CodeWord(player.kind, "player_kind"), "user": user.username},
            login=user.username,
        )
    if user != actor and not actor.is_staff:
        raise NotAllowed(
            "%(actor)s cannot attach the login %(user)r; it has to do so itself.",
            {"actor": actor.username, "user": user.username},
            login=user.username,
        )
    if player.user_id is not None or Player.objects.filter(user=user).exists():
        raise player_login_taken(player)
    if not actor.is_staff and player_has_results(player):
        raise ProfileHasResults(
            "%(player)s has played already. Claim the profile: POST "
            "/api/v1/players/%(player_number)s/claims/. Whoever recorded it answers.",
            {"player": player.name, "player_number": player.pk},
            player=player.pk,
        )
    login_attach(player, user, actor=actor, now=now)


@transaction.atomic
def player_release(*, actor: User, player_id: int, reason: str, now: datetime | None = None) -> Release:
    """Take a player from the login that speaks for it, which is another's. Raises NoLogin."""
    player = Player.objects.select_for_update().get(pk=player_id)
    require_permission(actor, "player_release", player)
    check_player_present(player)
    login = player.user
    if login is None:
        raise NoLogin(
            "No login speaks for %(player)s; there is nothing to release.",
            {"player": player.name},
            player=player.pk,
        )
    player.user = None
    player.save(update_fields=["user"])
    return Release.objects.create(
        player=player,
        login=login,
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )


def save_player(player: Player) -> None:
    """Raises LoginTaken if another player was attached to the same login meanwhile."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise player_login_taken(player) from None


def player_login_taken(player: Player) -> LoginTaken:
    return LoginTaken(
        "A login belongs to one player and a player has one login; %(player)r or the login is taken.",
        {"player": player.name},
        player=player.pk,
    )
