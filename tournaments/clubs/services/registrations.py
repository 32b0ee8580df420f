"""Players that a club records: it answers for them until they do so themselves."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.players.models import Player
from matches.players.services import Profile, player_write, players_lock
from tournaments.clubs.models import Club, Registration


@transaction.atomic
def club_player_record(
    *,
    actor: User,
    club: Club,
    name: str,
    aliases: Sequence[str] = (),
    kind: str = Player.Kind.PERSON,
    members: Sequence[Player] = (),
    now: datetime | None = None,
    **profile: Unpack[Profile],
) -> Player:
    """Enter a person, a pair or a team for whom the club answers. Raises what `player_create` does."""
    now = now or timezone.now()
    require_permission(actor, "players_record", club)
    player = player_write(actor, now, name, aliases, kind=kind, members=members, **profile)
    registrations_write(actor, club, [player], now)
    return player


def registrations_write(actor: User, club: Club, players: Iterable[Player], now: datetime) -> None:
    """Make a club the registrar of players that are new."""
    Registration.objects.bulk_create(
        Registration(player=player, club=club, recorded_by=actor, recorded_at=now) for player in players
    )


@transaction.atomic
def registrar_change(
    *, actor: User, player: Player, club: Club | None, now: datetime | None = None
) -> Registration:
    """Leave a player to another club, or to staff alone. Raises NotAllowed."""
    require_permission(actor, "registrar_change", player)
    players_lock(player)
    return Registration.objects.create(
        player=player, club=club, recorded_by=actor, recorded_at=now or timezone.now()
    )
